import { randomChoice, randomStream } from './random.ts'

/** Colours of a landscape. `far` and `near`: colours of the farthest and the nearest ridge. `sky`: colours from top to bottom. */
type Light = { readonly sky: readonly [string, string, string]; readonly far: string; readonly near: string; readonly sun: string }

const lights: readonly [Light, ...Light[]] = [
  { sky: ['#5d6f86', '#c9a59a', '#f6d3ad'], far: '#e3b199', near: '#46283c', sun: '#fff1d6' },
  { sky: ['#7fa39a', '#c4d6c6', '#f1ead4'], far: '#b5cdbd', near: '#1f4a47', sun: '#fffbea' },
  { sky: ['#b3533a', '#e79a5d', '#fbdba0'], far: '#f0b67c', near: '#5b1f22', sun: '#fff3cf' },
  { sky: ['#1e2b4f', '#4e5f8c', '#b9a6b4'], far: '#8f8fae', near: '#131a33', sun: '#f7ecdc' },
  { sky: ['#8f9db0', '#d9cfc8', '#f4e7da'], far: '#cfc4be', near: '#4a4a55', sun: '#fffaf0' }
]

/**
 * Draws overlapping hills under a low sun, as an SVG of exactly this size. The same seed gives the same hills. `moment`: position in a
 * video, from 0 to 1. The sun rises with it, and the near hills move past the far ones.
 */
export function ridgesSvg(width: number, height: number, seed: number, moment = 0): string {
  const random = randomStream(seed)
  const light = randomChoice(random, lights)
  const horizon = height * (0.4 + random() * 0.12)
  const short = Math.min(width, height)
  const sunX = width * (0.25 + random() * 0.5)
  const sunY = horizon - short * (0.06 + random() * 0.1) - moment * short * 0.05
  const sunSize = short * (0.045 + random() * 0.035)
  const count = 6 + Math.floor(random() * 2)

  const layers = Array.from({ length: count }, (_, layer) => {
    const depth = layer / (count - 1)
    const base = horizon + (height - horizon) * depth ** 1.25 * 0.86
    const color = blend(light.far, light.near, depth ** 0.9)
    const foot = blend(light.far, light.near, Math.max(0, depth ** 0.9 - 0.22))
    const drift = moment * short * 0.16 * depth
    const path = outline(width, height, base, short * (0.05 + 0.05 * depth), random, drift)
    return `<linearGradient id="l${layer}" x1="0" y1="${base - short * 0.1}" x2="0" y2="${base + short * 0.3}" gradientUnits="userSpaceOnUse"><stop stop-color="${color}"/><stop offset="1" stop-color="${foot}"/></linearGradient><path d="${path}" fill="url(#l${layer})"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>
<linearGradient id="sky" x1="0" y1="0" x2="0" y2="${horizon * 1.12}" gradientUnits="userSpaceOnUse"><stop stop-color="${light.sky[0]}"/><stop offset=".62" stop-color="${light.sky[1]}"/><stop offset="1" stop-color="${light.sky[2]}"/></linearGradient>
<radialGradient id="glow" cx="${sunX}" cy="${sunY}" r="${short * 0.55}" gradientUnits="userSpaceOnUse"><stop stop-color="${light.sun}" stop-opacity=".75"/><stop offset=".3" stop-color="${light.sun}" stop-opacity=".26"/><stop offset="1" stop-color="${light.sun}" stop-opacity="0"/></radialGradient>
</defs><rect width="${width}" height="${height}" fill="url(#sky)"/><rect width="${width}" height="${height}" fill="url(#glow)"/><circle cx="${sunX}" cy="${sunY}" r="${sunSize}" fill="${light.sun}"/>${layers.join('')}<rect width="${width}" height="${height}" fill="url(#glow)" opacity=".35"/></svg>`
}

/** Returns the SVG path of a ridge, closed along the bottom edge. The ridge is a sum of waves, from coarse to fine. */
function outline(width: number, height: number, base: number, swing: number, random: () => number, drift: number): string {
  const waves = Array.from({ length: 7 }, (_, octave) => ({
    length: (Math.max(width, height) * (0.7 + random() * 0.6)) / 2 ** octave,
    phase: random() * Math.PI * 2,
    swing: (swing * (0.7 + random() * 0.6)) / 2.15 ** octave
  }))
  const step = Math.max(2, width / 480)
  let path = `M0 ${height}`
  for (let x = 0; x <= width + step; x += step) {
    const y = waves.reduce((sum, wave) => sum + Math.sin(((x + drift) / wave.length) * Math.PI * 2 + wave.phase) * wave.swing, base)
    path += `L${x.toFixed(1)} ${y.toFixed(1)}`
  }
  return `${path}L${width} ${height}Z`
}

/** Mixes two `#rrggbb` colours. A `share` of 0 gives the first one. */
function blend(first: string, second: string, share: number): string {
  const channel = (color: string, place: number): number => Number.parseInt(color.slice(1 + place * 2, 3 + place * 2), 16)
  const mixed = [0, 1, 2].map((place) => Math.round(channel(first, place) * (1 - share) + channel(second, place) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
