/** Shell patterns over names: `*` any characters, `?` one. */

export function isPattern(text: string): boolean {
  return /[*?]/.test(text);
}

export function matchesPattern(name: string, pattern: string): boolean {
  const expression = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replace(/\*+/g, ".*")
    .replace(/\?/g, ".");
  return new RegExp(`^${expression}$`, "u").test(name);
}
