/** Typical placeholder texts, long enough that a random credential practically never contains one. */
const placeholderTexts =
  /x{4}|\*{3}|\.{3}|…|example|your[_-]?|placeholder|redacted|dummy|sample|changeme|change_me|12345678|abcdefgh|0123456|deadbeef|<|>|\$\{|\{\{|\$\(|%s/i;

const minDistinct = 6;

/** Whether a text only stands in for a credential: XXXX…, your-token-here, one repeated digit. */
export function isPlaceholder(secret: string): boolean {
  return new Set(secret).size < minDistinct || placeholderTexts.test(secret);
}
