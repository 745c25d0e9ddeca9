/** The licences of the packages whose code went into the bundles, as their authors ask for. */
import { readdirSync, readFileSync } from "node:fs";
import { inProject } from "./files.mjs";
import { BuildError } from "./run.mjs";

/**
 * @param {readonly import("esbuild").Metafile[]} metafiles
 * @returns {string}
 */
export function thirdPartyLicenses(metafiles) {
  const folders = new Set();
  for (const input of metafiles.flatMap(({ inputs }) => Object.keys(inputs))) {
    const match = input.match(/^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/);
    if (match) folders.add(match[0]);
  }
  const notices = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(inProject(`${folder}/package.json`), "utf8"));
    const file = readdirSync(inProject(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file && license !== "Apache-2.0") throw new BuildError(`${folder} is to be bundled and has no licence text`);
    const text = file ? readFileSync(inProject(`${folder}/${file}`), "utf8").trim() : "The text stands in LICENSE.";
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  return `The bundles of schedlab contain code of these packages.\n\n${notices.join(`\n${"-".repeat(78)}\n\n`)}`;
}
