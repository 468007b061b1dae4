import { useEffect, useRef } from 'react'
import type { ShortcutDeeds } from '../bridge/take-shortcut.ts'
import { takeShortcut } from '../bridge/take-shortcut.ts'
import { isForAControl } from './is-for-a-control.ts'
import type { Player } from './use-player.ts'

/** Everything a player does, by keyboard. `isVideo`: frames too. */
export function usePlayerKeys(player: Player, { isVideo }: { readonly isVideo: boolean }): void {
  const deeds = useRef<ShortcutDeeds<'player'>>(null)
  useEffect(() => {
    deeds.current = {
      play: player.toggle,
      from: () => player.mark('from'),
      until: () => player.mark('until'),
      whole: player.clearMarks,
      repeat: player.toggleRepeat,
      mute: player.toggleMuted,
      other: player.hearNext,
      slower: () => player.changeSpeed(-1),
      faster: () => player.changeSpeed(1),
      back: () => player.seek(player.at - 1),
      forward: () => player.seek(player.at + 1),
      start: () => player.seek(0),
      end: () => player.seek(player.duration),
      frameBack: isVideo ? () => void player.stepFrame(-1) : undefined,
      frameForward: isVideo ? () => void player.stepFrame(1) : undefined
    }
  })
  useEffect(() => {
    function keyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || isForAControl(event) || deeds.current === null) return
      takeShortcut('player', event, deeds.current)
    }
    window.addEventListener('keydown', keyDown)
    return () => window.removeEventListener('keydown', keyDown)
  }, [])
}
