/** The notice by whose click macOS started Kiln, from what comes with `ready`; null: it was started in another way. */
export function noticeOfLaunch(launchInfo: object): string | null {
  return 'identifier' in launchInfo && typeof launchInfo.identifier === 'string' ? launchInfo.identifier : null
}
