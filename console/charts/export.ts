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
/** The attributes in which a picture names the page's tokens, which mean nothing in a file. */
const COLOURED = ["fill", "stroke"] as const;

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
  const inner = picture.clientWidth || Number(picture.getAttribute("width"));
  const innerHeight = picture.clientHeight || Number(picture.getAttribute("height"));
  const { color } = getComputedStyle(picture);
  const above = paragraph(title, inner, TITLE_SIZE, color, "bold");
  const below = notes.map((note) => paragraph(note, inner, NOTE_SIZE, color));
  const parts = [above, { element: withStyles(picture), height: innerHeight }, ...below];
  const outer = document.createElementNS(SVG, "svg");
  let y = EDGE;
  for (const { element, height } of parts) {
    outer.append(withAttributes(element, { x: EDGE, y }));
    y += height + NOTE_SIZE;
  }
  const [width, height] = [inner + 2 * EDGE, y + EDGE - NOTE_SIZE];
  const background = { width: "100%", height: "100%", fill: getComputedStyle(document.body).backgroundColor };
  outer.prepend(withAttributes(document.createElementNS(SVG, "rect"), background));
  const viewBox = `0 0 ${width} ${height}`;
  withAttributes(outer, { xmlns: SVG, width, height, viewBox, role: "img", "aria-label": title });
  return { markup: new XMLSerializer().serializeToString(outer), width, height };
}

function withAttributes(element: SVGElement, attributes: Readonly<Record<string, string | number>>) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, `${value}`);
  return element;
}

/** A copy that needs no style sheet. */
function withStyles(picture: SVGSVGElement): SVGSVGElement {
  const copy = picture.cloneNode(true) as SVGSVGElement;
  const copies = copy.querySelectorAll<SVGElement>("*");
  picture.querySelectorAll<SVGElement>("*").forEach((element, i) => {
    for (const attribute of COLOURED) {
      if (!element.getAttribute(attribute)?.startsWith("var(")) continue;
      copies[i]?.setAttribute(attribute, getComputedStyle(element).getPropertyValue(attribute));
    }
  });
  copy.style.color = getComputedStyle(picture).color;
  return copy;
}

/** Text in lines of the picture's width, by Plot. */
function paragraph(
  content: string,
  width: number,
  size: number,
  fill: string,
  fontWeight = "normal",
): { readonly element: SVGElement; readonly height: number } {
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
        fill,
      }),
    ],
  }) as SVGSVGElement;
  const lines = Math.max(1, element.querySelectorAll("tspan").length);
  return { element, height: lines * size * LINE };
}
