import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { TrashReceipt } from '../../shared/library.ts'
import { say } from '../../shared/words/say.ts'
import { bringBackFromTrash, moveToTrash, useLastTrash } from '../bridge/last-trash.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { useFailureToast, useToast } from '../ui/toasts.tsx'

export type Trash = {
  /** `key`: of the library item. */
  readonly move: (key: number, itemId: string) => void
  /** Brings back what was trashed last; null: nothing was. */
  readonly undo: (() => void) | null
}

/** Moves what is looked at to the trash. `onGone`: one looks at something else now; `onBack`: that one is there again. */
export function useTrash(onGone: () => void, onBack: (itemId: string) => void): Trash {
  const toast = useToast()
  const announce = useAnnounce()
  const fail = useFailureToast()
  const last = useLastTrash()
  const moved = useRef<{ readonly token: string; readonly itemId: string } | null>(null)
  const doors = useRef({ onGone, onBack })
  const isHere = useRef(true)
  useEffect(() => {
    doors.current = { onGone, onBack }
  })
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  const bringBack = useCallback(
    async (receipt: TrashReceipt) => {
      const outcome = await bringBackFromTrash(receipt)
      fail(outcome)
      if (!outcome.ok) return
      announce(receipt.count === 1 ? say('Brought back') : say('{count, number} brought back', { count: receipt.count }))
      const own = moved.current
      if (isHere.current && own?.token === receipt.token) doors.current.onBack(own.itemId)
    },
    [announce, fail]
  )
  const move = useCallback(
    async (key: number, itemId: string) => {
      const outcome = await moveToTrash([key])
      if (!outcome.ok) return fail(outcome)
      const receipt = outcome.value
      moved.current = { token: receipt.token, itemId }
      const title = say('Moved to the trash')
      announce(title)
      toast({ title, icon: 'trash', action: { label: say('Undo'), onSelect: () => void bringBack(receipt), undoes: true } })
      if (isHere.current) doors.current.onGone()
      return undefined
    },
    [announce, toast, fail, bringBack]
  )
  return useMemo(
    () => ({ move: (key, itemId) => void move(key, itemId), undo: last === null ? null : () => void bringBack(last) }),
    [move, bringBack, last]
  )
}
