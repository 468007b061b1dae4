import type { RefObject } from 'react'
import { useLayoutEffect, useRef } from 'react'
import type { ShortcutActions } from '../shortcuts/handle-shortcut.ts'
import { handleShortcut } from '../shortcuts/handle-shortcut.ts'
import { isHandledByControl } from './is-handled-by-control.ts'
import type { Player } from './use-player.ts'

/**
 * Adds keyboard control to a player. `isVideo` adds the keys that step through frames. `frame` is the element of a player with few
 * controls. Such a player handles only its own controls' keys, and only while it contains the focus. Null for a view's main player.
 */
export function usePlayerKeys(
  player: Player,
  { isVideo, frame = null }: { readonly isVideo: boolean; readonly frame?: RefObject<HTMLElement | null> | null }
): void {
  const actions = useRef<ShortcutActions<'player'>>(null)
  const isSmall = frame !== null
  useLayoutEffect(() => {
    actions.current = {
      play: player.toggle,
      from: isSmall ? undefined : () => player.mark('from'),
      until: isSmall ? undefined : () => player.mark('until'),
      whole: isSmall ? undefined : player.clearMarks,
      repeat: isSmall ? undefined : player.toggleRepeat,
      mute: player.toggleMuted,
      other: isSmall ? undefined : player.setNextAudible,
      slower: isSmall ? undefined : () => player.changeSpeed(-1),
      faster: isSmall ? undefined : () => player.changeSpeed(1),
      back: () => player.seek(player.at - 1),
      forward: () => player.seek(player.at + 1),
      start: () => player.seek(0),
      end: () => player.seek(player.duration),
      frameBack: isVideo ? () => void player.stepFrame(-1) : undefined,
      frameForward: isVideo ? () => void player.stepFrame(1) : undefined
    }
  })
  const { lead } = player
  useLayoutEffect(() => {
    function keyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || isHandledByControl(event) || actions.current === null) return
      // Ignores keys while the large view covers the player.
      if (lead()?.closest('[inert]')) return
      const isHandled = handleShortcut('player', event, actions.current)
      // Keeps the view's own shortcuts and the view's player from handling the key as well.
      if (isHandled && frame !== null) event.stopPropagation()
    }
    const target: EventTarget = frame?.current ?? window
    const listening = new AbortController()
    target.addEventListener('keydown', (event) => event instanceof KeyboardEvent && keyDown(event), { signal: listening.signal })
    return () => listening.abort()
  }, [frame, lead])
}
