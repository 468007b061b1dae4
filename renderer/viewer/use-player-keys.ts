import { useEffect, useRef } from 'react'
import { isForAControl } from './is-for-a-control.ts'
import type { Player } from './use-player.ts'

/** Everything a player does, by keyboard. `isVideo`: frames too. */
export function usePlayerKeys(player: Player, { isVideo }: { readonly isVideo: boolean }): void {
  const keys = useRef<{ readonly [key: string]: (() => void) | undefined }>({})
  useEffect(() => {
    keys.current = {
      ' ': player.toggle,
      i: () => player.mark('from'),
      o: () => player.mark('until'),
      u: player.clearMarks,
      l: player.toggleRepeat,
      m: player.toggleMuted,
      b: player.hearNext,
      '<': () => player.changeSpeed(-1),
      '>': () => player.changeSpeed(1),
      'Shift ArrowLeft': () => player.seek(player.at - 1),
      'Shift ArrowRight': () => player.seek(player.at + 1),
      Home: () => player.seek(0),
      End: () => player.seek(player.duration),
      ...(isVideo && { ',': () => void player.stepFrame(-1), '.': () => void player.stepFrame(1) })
    }
  })
  useEffect(() => {
    function keyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isForAControl(event)) return
      const name = event.key.startsWith('Arrow') && event.shiftKey ? `Shift ${event.key}` : event.key
      const act = keys.current[name] ?? keys.current[name.toLowerCase()]
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', keyDown)
    return () => window.removeEventListener('keydown', keyDown)
  }, [])
}
