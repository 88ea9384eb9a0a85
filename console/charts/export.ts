import { plot, text } from "@observablehq/plot";

/** Turns a picture on the page into a file that stands alone: title, background, notes, and colours as the theme has them. */

const SVG = "http://www.w3.org/2000/svg";
const EDGE = 24;
const TITLE_SIZE = 18;
const NOTE_SIZE = 12;
/** Line height, in ems. */
const LINE = 1.3;
/** Pixels of the PNG for each of the picture, for screens and print. */
const SCALE = 2;
/** Where a picture names the page's tokens, which mean nothing in a file. */
const TOKENS = /(?<=fill="|stroke="|color: )var\(--[\w-]+\)/g;

/** The picture as a file; a PNG has twice its size. @throws Error where the browser cannot draw it */
export async function pictureFile(
  format: "PNG" | "SVG",
  picture: SVGSVGElement,
  title: string,
  notes: readonly string[],
): Promise<Blob> {
  const { markup, width, height } = standalone(picture, title, notes);
  const drawing = new Blob([markup], { type: "image/svg+xml" });
  if (format === "SVG") return drawing;
  const url = URL.createObjectURL(drawing);
  try {
    const image = new Image(width, height);
    image.src = url;
    await image.decode();
    const canvas = new OffscreenCanvas(SCALE * width, SCALE * height);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob();
  } finally {
    URL.revokeObjectURL(url);
  }
}

function standalone(picture: SVGSVGElement, title: string, notes: readonly string[]) {
  const [inner = 0, innerHeight = 0] = ["width", "height"].map((name) => Number(picture.getAttribute(name)));
  const parts = [
    paragraph(title, inner, TITLE_SIZE, "bold"),
    { element: picture.cloneNode(true) as SVGSVGElement, height: innerHeight },
    ...notes.map((note) => paragraph(note, inner, NOTE_SIZE)),
  ];
  const outer = document.createElementNS(SVG, "svg");
  let y = EDGE;
  for (const { element, height } of parts) {
    outer.append(withAttributes(element, { x: EDGE, y }));
    y += height + NOTE_SIZE;
  }
  const [width, height] = [inner + 2 * EDGE, y + EDGE - NOTE_SIZE];
  const background = { width: "100%", height: "100%", fill: "var(--page)" };
  outer.prepend(withAttributes(document.createElementNS(SVG, "rect"), background));
  const viewBox = `0 0 ${width} ${height}`;
  withAttributes(outer, { xmlns: SVG, width, height, viewBox, role: "img", "aria-label": title });
  const markup = new XMLSerializer().serializeToString(outer).replaceAll(TOKENS, colourOf);
  return { markup, width, height };
}

function withAttributes(element: SVGElement, attributes: Readonly<Record<string, string | number>>) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, `${value}`);
  return element;
}

/** A token's colour in the theme of the moment. */
function colourOf(token: string): string {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = token;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Text in lines of the picture's width, by Plot. */
function paragraph(content: string, width: number, size: number, fontWeight = "normal") {
  const element = plot({
    width,
    height: size,
    margin: 0,
    axis: null,
    style: { overflow: "visible", fontFamily: "system-ui, sans-serif", background: "transparent" },
    marks: [
      text([content], {
        frameAnchor: "top-left",
        lineAnchor: "top",
        lineWidth: 0.95 * width / size,
        lineHeight: LINE,
        fontSize: size,
        fontWeight,
        fill: "var(--text)",
      }),
    ],
  }) as SVGSVGElement;
  const lines = Math.max(1, element.querySelectorAll("tspan").length);
  return { element, height: lines * size * LINE };
}
