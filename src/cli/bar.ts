/** Shares of 1 as bars of block characters. */

const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"] as const;

/** A bar from the left, exact to an eighth of a column. Anything above 0 shows. */
export function horizontalBar(share: number, width: number): string {
  const clamped = Math.min(1, Math.max(0, share));
  const filled = Math.max(Math.round(clamped * width * 8), clamped > 0 ? 1 : 0);
  return "█".repeat(filled >> 3) + (eighths[filled & 7] ?? "");
}
