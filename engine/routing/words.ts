/**
 * The words of a text in lower case. Negations and possessives come apart (`wouldn't` is `would not`, `today's` is
 * `today`), accents go, and numbers are left out: a price tells nothing about which methodology a question belongs to.
 */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[’ʼ]/g, "'")
    .replace(/\bcan't\b|\bcannot\b/g, "can not")
    .replace(/\bwon't\b/g, "will not")
    .replace(/n't\b/g, " not")
    .replace(/'(?:s|re|ve|ll|d|m)\b/g, " ");
  return plain.match(/\p{Letter}+(?:-\p{Letter}+)*/gu) ?? [];
}
