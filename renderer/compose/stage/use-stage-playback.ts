import type { SyntheticEvent } from 'react'
import { useCallback, useState } from 'react'
import type { StageOutput, StageRun } from './stage-runs.ts'
import type { StagePosition } from './use-stage-cursor.ts'
import { positionOfKey } from './use-stage-cursor.ts'

/**
 * Plays one output at a time in its tile. The other tiles have no media element. The player closes if `isNear` returns false for the
 * output's position. `focus` is called with the output whose player the user closed.
 */
export function useStagePlayback(
  runs: readonly StageRun[],
  isNear: (position: StagePosition) => boolean,
  focus: (output: StageOutput) => void
) {
  const [key, setKey] = useState<string | null>(null)
  const position = positionOfKey(runs, key)
  const isKept = position !== null && isNear(position)
  if (key !== null && !isKept) setKey(null)
  const play = useCallback((output: StageOutput) => setKey(output.key), [])
  const stop = useCallback(() => setKey(null), [])
  const close = useCallback(
    (output: StageOutput) => {
      setKey(null)
      focus(output)
    },
    [focus]
  )
  /** Call when a media element starts. Pauses all other elements. Closes the tile's player if another element started. */
  const playOnlyOne = useCallback(({ currentTarget, target }: SyntheticEvent<HTMLElement>) => {
    for (const media of currentTarget.querySelectorAll<HTMLMediaElement>('video, audio')) if (media !== target) media.pause()
    const started = target instanceof Element ? target.closest<HTMLElement>('[data-output]')?.dataset['output'] : undefined
    setKey((playing) => (playing === started ? playing : null))
  }, [])
  return { key: isKept ? key : null, position: isKept ? position : null, play, stop, close, playOnlyOne }
}
