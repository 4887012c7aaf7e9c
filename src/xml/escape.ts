// Text of an XML element in the form C14N gives it, so that what is written needs no canonicalising (xml §1.1).

/** Escapes `&`, `<` and `>`; quotes and apostrophes stay literal. The text has no carriage returns (domain/texto.ts). */
export const escapeText = (text: string): string =>
  /[&<>]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text

/**
 * The canonical form of text that may hold references of others: the SII's CAF is written into the stamp untouched, and a
 * razón social in it may say `&apos;` or `&#209;`, which C14N turns into the characters themselves (xml §1.1).
 */
export const canonicalText = (xml: string): string =>
  xml.includes('&') && /&(?:apos|quot|#)/.test(xml)
    ? xml.replace(/&(?:(apos)|(quot)|#(\d+)|#x([\da-fA-F]+));/g, (_, apos, quot, decimal, hex) =>
        apos
          ? "'"
          : quot
            ? '"'
            : escapeText(String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16))),
      )
    : xml
