/** Title, legend and chart in one SVG: what Observable Plot puts into HTML around a chart would be lost in a file. */

export interface Surroundings {
  readonly title: string;
  readonly entries: readonly { readonly text: string; readonly colour: string }[];
}

const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 12;
const TITLE_HEIGHT = 30;
const ROW_HEIGHT = 20;
/** Of a letter, at the size of the legend: a guess on the safe side, since nobody here can measure text. */
const LETTER_WIDTH = 6.6;
const SWATCH = 12;

export function composePicture(document: Document, chart: Element, { title, entries }: Surroundings): Element {
  const width = Number(chart.getAttribute("width"));
  const chartHeight = Number(chart.getAttribute("height"));
  const element = (name: string, attributes: Readonly<Record<string, string | number>>, text = ""): Element => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    if (text !== "") made.textContent = text;
    return made;
  };

  const legend = element("g", { "font-size": 12, fill: "#222" });
  let x = MARGIN;
  let y = TITLE_HEIGHT + MARGIN;
  for (const { text, colour } of entries) {
    const needed = SWATCH + 6 + text.length * LETTER_WIDTH + 16;
    if (x > MARGIN && x + needed > width) {
      x = MARGIN;
      y += ROW_HEIGHT;
    }
    legend.append(element("rect", { x, y, width: SWATCH, height: SWATCH, rx: 2, fill: colour }));
    legend.append(element("text", { x: x + SWATCH + 6, y: y + SWATCH - 2 }, text));
    x += needed;
  }
  const top = entries.length === 0 ? TITLE_HEIGHT + MARGIN : y + ROW_HEIGHT;

  const height = top + chartHeight;
  const picture = element("svg", {
    xmlns: SVG,
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    "font-family": "system-ui, sans-serif",
    role: "img",
  });
  picture.append(element("title", {}, title));
  picture.append(element("rect", { width, height, fill: "white" }));
  picture.append(element("text", { x: MARGIN, y: 26, "font-size": 16, "font-weight": 600, fill: "#111" }, title));
  picture.append(legend);
  chart.setAttribute("y", String(top));
  picture.append(chart);
  return picture;
}
