/** The system that the stand-in itself runs on. While the app runs, `process.platform` may be a different one (`STANDIN_PLATFORM`). */
export const hostPlatform: NodeJS.Platform = process.platform

export const desktopPlatforms = ['darwin', 'win32', 'linux'] as const
export type DesktopPlatform = (typeof desktopPlatforms)[number]

/**
 * Returns the platform that the app sees. `named`: value of `STANDIN_PLATFORM`. Defaults to the host's platform. Throws if Kiln doesn't
 * support the platform.
 */
export function parseAppPlatform(named: string | undefined): DesktopPlatform {
  const name = named || (hostPlatform === 'darwin' || hostPlatform === 'win32' ? hostPlatform : 'linux')
  const found = desktopPlatforms.find((platform) => platform === name)
  if (found === undefined) throw new Error(`stand-in: STANDIN_PLATFORM=${name} is not one of ${desktopPlatforms.join(', ')}`)
  return found
}
