/** Red, green, blue and opacity, each 0 to 255, as a canvas gives them in sRGB. */
export type PixelColor = readonly [red: number, green: number, blue: number, alpha: number]

/** "#C8A58A"; with its opacity where one sees through it. */
export function hexWords([red, green, blue, alpha]: PixelColor): string {
  const figures = alpha === 255 ? [red, green, blue] : [red, green, blue, alpha]
  return `#${figures.map((figure) => figure.toString(16).padStart(2, '0')).join('')}`.toUpperCase()
}

/** "200 165 138"; with its opacity in percent where one sees through it. */
export function rgbaWords([red, green, blue, alpha]: PixelColor): string {
  const color = `${red} ${green} ${blue}`
  return alpha === 255 ? color : `${color} / ${Math.round((alpha / 255) * 100)} %`
}
