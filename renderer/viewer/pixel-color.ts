/** Red, green, blue and opacity in sRGB, each 0 to 255, as read from a canvas. */
export type PixelColor = readonly [red: number, green: number, blue: number, alpha: number]

/** Formats a colour as "#C8A58A". Appends the opacity if the colour isn't opaque. */
export function formatHexColor([red, green, blue, alpha]: PixelColor): string {
  const figures = alpha === 255 ? [red, green, blue] : [red, green, blue, alpha]
  return `#${figures.map((figure) => figure.toString(16).padStart(2, '0')).join('')}`.toUpperCase()
}

/** Formats a colour as "200 165 138". Appends the opacity in percent if the colour isn't opaque. */
export function formatRgbaColor([red, green, blue, alpha]: PixelColor): string {
  const color = `${red} ${green} ${blue}`
  return alpha === 255 ? color : `${color} / ${Math.round((alpha / 255) * 100)}%`
}
