import { useLayoutEffect, useRef } from 'react'
import type { ShortcutActions } from '../shortcuts/handle-shortcut.ts'
import { handleShortcut } from '../shortcuts/handle-shortcut.ts'
import { isHandledByControl } from './is-handled-by-control.ts'
import type { Player } from './use-player.ts'

/** Keyboard control of a player. `isVideo` adds the keys that step through frames. */
export function usePlayerKeys(player: Player, { isVideo }: { readonly isVideo: boolean }): void {
  const actions = useRef<ShortcutActions<'player'>>(null)
  useLayoutEffect(() => {
    actions.current = {
      play: player.toggle,
      from: () => player.mark('from'),
      until: () => player.mark('until'),
      whole: player.clearMarks,
      repeat: player.toggleRepeat,
      mute: player.toggleMuted,
      other: player.setNextAudible,
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
  useLayoutEffect(() => {
    function keyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || isHandledByControl(event) || actions.current === null) return
      handleShortcut('player', event, actions.current)
    }
    window.addEventListener('keydown', keyDown)
    return () => window.removeEventListener('keydown', keyDown)
  }, [])
}
