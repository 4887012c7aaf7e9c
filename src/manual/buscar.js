// The manual's own script: the colours that the dashboard was told in this browser, and the search. What it looks through is fetched
// when somebody first types.

import { folded, hitOf, rank } from '/manual/palabras.js'

try {
  const tema = localStorage.getItem('timbre:tema')
  if (tema === 'claro' || tema === 'oscuro') document.documentElement.dataset.tema = tema
} catch {
  // A closed storage: the system's colours then.
}

const MAX = 12
const AROUND = 70

let index = null
const readIndex = () => {
  index ??= import('/manual/indice.js').then((module) =>
    module.default.map((place) => ({
      ...place,
      letters: [...place.texto],
      head: folded(`${place.titulo} ${place.pagina}`),
      body: folded(place.texto),
    })),
  )
  index.catch(() => {
    index = null
  })
  return index
}

/** The words around the first hit, the hit marked. */
function excerpt(place, words) {
  const { at, length } = words.map((word) => hitOf(place.body, word)).find(Boolean) ?? { at: 0, length: 0 }
  const from = Math.max(0, at - AROUND)
  const piece = (start, end) => place.letters.slice(start, end).join('')
  const mark = document.createElement('mark')
  mark.textContent = piece(at, at + length)
  const end = at + length + AROUND
  return [
    `${from > 0 ? '…' : ''}${piece(from, at)}`,
    ...(length ? [mark] : []),
    `${piece(at + length, end)}${end < place.letters.length ? '…' : ''}`,
  ]
}

const box = document.getElementById('buscar')
const list = document.getElementById('resultados')
const status = document.getElementById('hallados')
box.closest('search').hidden = false

async function search() {
  const asked = box.value
  const words = folded(asked).split(/\s+/).filter(Boolean)
  document.getElementById('contenido').hidden = words.length > 0
  if (!words.length) {
    list.replaceChildren()
    status.textContent = ''
    return
  }
  let places
  try {
    places = await readIndex()
  } catch {
    status.textContent = 'El servidor no respondió: intente otra vez.'
    return
  }
  if (box.value !== asked) return
  const found = places
    .map((place, at) => ({ place, at, rank: rank(place, words) }))
    .filter((one) => one.rank > 0)
    .sort((a, b) => b.rank - a.rank || a.at - b.at)
  status.textContent = found.length
    ? `${found.length} ${found.length === 1 ? 'resultado' : 'resultados'}${found.length > MAX ? `; los primeros ${MAX}` : ''}`
    : 'Nada lo nombra. Pruebe con otra palabra.'
  list.replaceChildren(
    ...found.slice(0, MAX).map(({ place }) => {
      const row = document.createElement('li')
      const link = document.createElement('a')
      link.href = `/manual/${place.ruta}`
      link.textContent = place.titulo === place.pagina ? place.titulo : `${place.titulo} · ${place.pagina}`
      const text = document.createElement('small')
      text.append(...excerpt(place, words))
      row.append(link, text)
      return row
    }),
  )
}

box.addEventListener('input', search)
