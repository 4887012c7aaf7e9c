// A text to compare by: small letters without accents, letter for letter, so that a place in it is a place in the original.

export const fold = (texto: string): string => {
  let plano = ''
  for (let i = 0; i < texto.length; i++) {
    const letter = texto[i]!
    const code = letter.charCodeAt(0)
    if (code < 128) plano += code >= 65 && code <= 90 ? letter.toLowerCase() : letter
    else {
      const bare = letter.normalize('NFD')[0]!.toLowerCase()
      plano += bare.length === 1 ? bare : letter
    }
  }
  return plano
}
