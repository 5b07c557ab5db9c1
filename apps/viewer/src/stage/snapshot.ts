// A picture of the stage as a PNG: what the canvas shows, over the stage's background, with the labels.
import type { Label } from "./labels";

export function picturePng(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
  labels: Iterable<Label>,
  project: (at: Label["at"], out: Float64Array) => boolean,
): string {
  const paper = document.createElement("canvas");
  paper.width = width;
  paper.height = height;
  const pen = paper.getContext("2d");
  if (!pen) return canvas.toDataURL("image/png");
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  const background = pen.createLinearGradient(0, 0, 0, height);
  background.addColorStop(0, token("--stage-top"));
  background.addColorStop(1, token("--stage-bottom"));
  pen.fillStyle = background;
  pen.fillRect(0, 0, width, height);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(canvas, 0, 0, width, height);
  const size = Math.max(12, Math.round(height / 50));
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  const xy = new Float64Array(2);
  for (const label of labels) {
    if (!project(label.at, xy)) continue;
    const lines = [label.text, label.small].filter((line) => line !== "");
    const font = (line: number): string =>
      `${line === 0 ? "600 " : ""}${line === 0 ? size : 0.82 * size}px ${token("--sans")}`;
    const wide =
      Math.max(
        ...lines.map((line, k) => {
          pen.font = font(k);
          return pen.measureText(line).width;
        }),
      ) + size;
    const high = lines.length * 1.3 * size + 0.5 * size;
    const [x, y] = [xy[0]!, xy[1]! - high - 0.6 * size];
    pen.fillStyle = token("--surface");
    pen.globalAlpha = 0.92;
    pen.beginPath();
    pen.roundRect(x - wide / 2, y, wide, high, 0.4 * size);
    pen.fill();
    pen.globalAlpha = 1;
    lines.forEach((line, k) => {
      pen.font = font(k);
      pen.fillStyle = token(k === 0 ? "--ink" : "--ink-2");
      pen.fillText(line, x, y + 0.9 * size + 1.3 * size * k);
    });
  }
  return paper.toDataURL("image/png");
}
