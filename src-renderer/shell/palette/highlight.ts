/** A piece of text, and whether it is what was searched for. */
interface Piece {
  text: string
  hit: boolean
}

/** Folds as the index does: no case, no accents. Keeps one unit per character, so that positions stay true. */
function foldCharacter(character: string): string {
  const folded = character.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return folded === '' ? ' ' : (folded[0] ?? ' ')
}

/** The words of a search. */
function searchWords(search: string): string[] {
  return search.split(/\s+/).filter((word) => word !== '')
}

/** Splits a text at the words searched for, wherever in it they stand. */
export function highlight(text: string, search: string): Piece[] {
  const characters = [...text.normalize('NFC')]
  const folded = characters.map(foldCharacter).join('')
  const hits = new Array<boolean>(characters.length).fill(false)
  for (const word of searchWords(search)) {
    const sought = [...word.normalize('NFC')].map(foldCharacter).join('')
    for (let at = folded.indexOf(sought); at >= 0; at = folded.indexOf(sought, at + sought.length)) {
      hits.fill(true, at, at + sought.length)
    }
  }
  const pieces: Piece[] = []
  characters.forEach((character, index) => {
    const hit = hits[index] ?? false
    const last = pieces.at(-1)
    if (last && last.hit === hit) last.text += character
    else pieces.push({ text: character, hit })
  })
  return pieces
}

/** Whether every word searched for stands in the text. */
export function matches(text: string, search: string): boolean {
  const folded = [...text.normalize('NFC')].map(foldCharacter).join('')
  return searchWords(search).every((word) =>
    folded.includes([...word.normalize('NFC')].map(foldCharacter).join('')),
  )
}
