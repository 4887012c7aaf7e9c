// `palabras.js` is for the browser; here it is only a text.

declare const text: string
export default text
