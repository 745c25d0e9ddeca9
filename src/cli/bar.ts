/** Shares of 1 drawn with block characters. */

const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"] as const;
const levels = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const;

/** A bar from the left, exact to an eighth of a column. Anything above 0 shows. */
export function horizontalBar(share: number, width: number): string {
  const clamped = Math.min(1, Math.max(0, share));
  const filled = Math.max(Math.round(clamped * width * 8), clamped > 0 ? 1 : 0);
  return "█".repeat(filled >> 3) + (eighths[filled & 7] ?? "");
}

/** One column that is filled from below. Anything above 0 shows, and only all of it is full. */
export function verticalLevel(share: number): string {
  if (share <= 0) return levels[0];
  if (share >= 0.999) return levels[8];
  return levels[Math.min(7, Math.max(1, Math.round(share * 8)))] ?? levels[1];
}
