/** Returns a function that keeps the computer awake. Call it with true to start, and with false to stop. The screen may still turn off. */
export function createSleepBlocker(blocker: {
  readonly start: (type: 'prevent-app-suspension') => number
  readonly stop: (id: number) => unknown
}): (isWanted: boolean) => void {
  let id: number | null = null
  return (isWanted) => {
    if (isWanted && id === null) id = blocker.start('prevent-app-suspension')
    if (!isWanted && id !== null) {
      blocker.stop(id)
      id = null
    }
  }
}
