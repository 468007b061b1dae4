/** The design tokens `chamber` and `ink` in both themes. The window uses these colours before the page's styles are loaded. */
const colors = {
  dark: { ground: '#121110', symbols: '#eeece9' },
  light: { ground: '#e9e7e3', symbols: '#221d18' }
} as const

export type WindowColors = (typeof colors)[keyof typeof colors]

export function windowColors(isDark: boolean): WindowColors {
  return isDark ? colors.dark : colors.light
}
