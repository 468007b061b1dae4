/** The word PRACTICE is drawn as strokes, so that it doesn't need a font. */

/** Letters on a grid. Each is 10 units high and has its width and its strokes as SVG path data. */
const letters: { readonly [letter: string]: readonly [number, string] } = {
  P: [6.2, 'M0 10V0H3.4A2.8 2.8 0 0 1 3.4 5.6H0'],
  R: [6.4, 'M0 10V0H3.4A2.75 2.75 0 0 1 3.4 5.5H0M3.2 5.5L6.2 10'],
  A: [7.6, 'M0 10L3.8 0L7.6 10M1.4 6.6H6.2'],
  C: [7.4, 'M7.4 1.9A5 5 0 1 0 7.4 8.1'],
  T: [6.6, 'M0 0H6.6M3.3 0V10'],
  I: [0, 'M0 0V10'],
  E: [5.2, 'M5.2 0H0V10H5.2M0 4.9H4.6']
}

const space = 3.7

/** Width of PRACTICE for a letter height of 1. */
const practiceWidth = ([...'PRACTICE'].reduce((sum, letter) => sum + (letters[letter]?.[0] ?? 0) + space, 0) - space) / 10

/** Returns SVG shapes of the word PRACTICE on a dark plate at the top left. `width`, `height`: the image's size in pixels. */
export function practiceWatermark(width: number, height: number): string {
  const letterHeight = Math.max(9, Math.sqrt(width * height) * 0.021)
  const margin = captionMargin(width, height)
  const inset = letterHeight * 1.05
  const plateHeight = letterHeight + inset * 1.7
  return `<rect x="${margin}" y="${margin}" width="${practiceWidth * letterHeight + inset * 2.5}" height="${plateHeight}" rx="${plateHeight / 2}" fill="#15120f" fill-opacity=".66"/>${practiceStrokes(margin + inset * 1.25, margin + inset * 0.85, letterHeight, '#f7f3ec')}`
}

/** Returns the distance between text and the image's edges, in pixels. */
export function captionMargin(width: number, height: number): number {
  return Math.round(Math.min(width, height) * 0.045)
}

/** Returns the word PRACTICE as a group of SVG paths. `x`, `y`: its top left corner, in pixels. */
function practiceStrokes(x: number, y: number, letterHeight: number, color: string): string {
  const scale = letterHeight / 10
  let at = 0
  const paths = [...'PRACTICE'].map((letter) => {
    const [width, strokes] = letters[letter] ?? [0, '']
    const path = `<path transform="translate(${at} 0)" d="${strokes}"/>`
    at += width + space
    return path
  })
  return `<g transform="translate(${x} ${y}) scale(${scale})" fill="none" stroke="${color}" stroke-width="1.45" stroke-linecap="round" stroke-linejoin="round">${paths.join('')}</g>`
}
