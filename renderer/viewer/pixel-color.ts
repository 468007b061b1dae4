/** Red, green, blue and opacity in sRGB, each 0 to 255, as read from a canvas. */
export type PixelColor = readonly [red: number, green: number, blue: number, alpha: number]

/** "#C8A58A", with the opacity if it isn't opaque. */
export function formatHexColor([red, green, blue, alpha]: PixelColor): string {
  const figures = alpha === 255 ? [red, green, blue] : [red, green, blue, alpha]
  return `#${figures.map((figure) => figure.toString(16).padStart(2, '0')).join('')}`.toUpperCase()
}

/** "200 165 138", with the opacity in percent if it isn't opaque. */
export function formatRgbaColor([red, green, blue, alpha]: PixelColor): string {
  const color = `${red} ${green} ${blue}`
  return alpha === 255 ? color : `${color} / ${Math.round((alpha / 255) * 100)}%`
}
