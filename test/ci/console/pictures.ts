import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { Page } from "playwright-core";
import { ROOT } from "#dev/machine/folder.ts";

/** Pictures of each page as they were looked at last, an eighth of their size. */
const FOLDER = join(ROOT, "test/ci/console/pictures");
/** Where a picture that differs is put, whole and small, for people. */
const CHANGED = join(ROOT, ".dev/screens/changed");

const SCALE = 8;
/** A pixel of the small picture differs from this step of a colour on, 0 to 255. */
const STEP = 24;
/** So many thousandths of the pixels may differ: fonts are hinted otherwise, a name is longer, a column wider. */
const TOLERANCE = 20;

/** Shows the page's top. Ids, moments and numbers are of one run, a note is the service's: the same texts take their place. */
const HOLD_TEXTS = `(() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const [kept, top] = [[], scrollY];
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const held = node.parentElement.closest("time, [role=note]") !== null
      ? (node.previousSibling === null ? "1 hour ago" : "")
      : node.data.replace(/[\\w.+-]+@[\\w.-]+/g, "ada@example.com").replace(/[0-9a-f-]{8,}/gi, (id) => "0".repeat(id.length)).replace(/(sk|whsec)_\\S+/g, "$1_0000").replace(/\\d/g, "0");
    kept.push([node, node.data, held]);
    node.data = held;
  }
  scrollTo({ top: 0, behavior: "instant" });
  globalThis.releaseTexts = () => {
    scrollTo({ top, behavior: "instant" });
    for (const [node, text, held] of kept) if (node.data === held) node.data = text;
  };
})()`;

/** Draws both pictures small. Gives the new one, and how many thousandths of their pixels differ; all, where one is larger. */
const COMPARE = `async ({ actual, expected, scale, step }) => {
  const bitmap = async (png) => await createImageBitmap(await (await fetch("data:image/png;base64," + png)).blob());
  const pixels = (image, width, height) => {
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const context = canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, width, height);
    return { data: context.getImageData(0, 0, width, height).data, png: canvas.toDataURL("image/png").split(",")[1] };
  };
  const shot = await bitmap(actual);
  const [width, height] = [Math.round(shot.width / scale), Math.round(shot.height / scale)];
  const small = pixels(shot, width, height);
  const before = expected === null ? null : await bitmap(expected);
  if (before === null || before.width !== width || before.height !== height) return { png: small.png, differing: 1000 };
  const { data } = pixels(before, width, height);
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    if ([0, 1, 2].some((colour) => Math.abs(data[at + colour] - small.data[at + colour]) >= step)) count++;
  }
  return { png: small.png, differing: Math.round(4_000_000 * count / data.length) / 1_000 };
}`;

/**
 * Compares the page with its picture in `pictures/`. A changed page fails, and both pictures are put into `.dev/screens/changed`. Under
 * `deno task screens` the new picture takes the old one's place instead, to be looked at and committed.
 */
export async function assertLooksAsBefore(page: Page, name: string): Promise<void> {
  await page.evaluate(HOLD_TEXTS);
  const shot = await page.screenshot({ animations: "disabled" });
  await page.evaluate("releaseTexts()");
  const file = join(FOLDER, `${name}.png`);
  const expected = existsSync(file) ? readFileSync(file, "base64") : null;
  const desk = await page.context().browser()?.newPage();
  assert.ok(desk);
  const given = { actual: shot.toString("base64"), expected, scale: SCALE, step: STEP };
  const { png, differing } = await desk.evaluate<{ png: string; differing: number }>(
    `(${COMPARE})(${JSON.stringify(given)})`,
  );
  await desk.close();
  if (differing <= TOLERANCE) return;
  if (process.env.SCREENSHOTS) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(file, png, "base64");
    return;
  }
  mkdirSync(CHANGED, { recursive: true });
  writeFileSync(join(CHANGED, `${name}.png`), shot);
  writeFileSync(join(CHANGED, `${name}-small.png`), png, "base64");
  assert.fail(
    `${name} has changed: ${differing} ‰ of its picture. Look at ${CHANGED}/${name}.png: ` +
      "where it is as it should be, run `deno task screens` and commit the picture",
  );
}
