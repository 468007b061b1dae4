import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { TrashReceipt } from '../../shared/library.ts'
import { say } from '../../shared/words/say.ts'
import { bringBackFromTrash, moveToTrash, useLastTrash } from '../bridge/last-trash.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { useFailureToast, useToast } from '../ui/toasts.tsx'

export type Trash = {
  /** `key`: of the library item. `besideId`: what is looked at afterwards; null: there is nothing else. One after the other, none while one is moved. */
  readonly move: (key: number, itemId: string, besideId: string | null) => void
  /** Brings back what was trashed last; null: nothing was. */
  readonly undo: (() => void) | null
}

/** Moves what is looked at to the trash, and shows what stands beside it, unless one has gone on meanwhile. `onBack`: there is nothing left to look at. */
export function useTrash(shownId: string, onShow: (itemId: string) => void, onBack: () => void): Trash {
  const toast = useToast()
  const announce = useAnnounce()
  const fail = useFailureToast()
  const last = useLastTrash()
  const moved = useRef<{ readonly token: string; readonly itemId: string } | null>(null)
  const latest = useRef({ shownId, onShow, onBack })
  const isHere = useRef(true)
  const isMoving = useRef(false)
  useEffect(() => {
    latest.current = { shownId, onShow, onBack }
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
      if (isHere.current && own?.token === receipt.token) latest.current.onShow(own.itemId)
    },
    [announce, fail]
  )
  const move = useCallback(
    async (key: number, itemId: string, besideId: string | null) => {
      if (isMoving.current) return
      isMoving.current = true
      const outcome = await moveToTrash([key])
      isMoving.current = false
      if (!outcome.ok) {
        fail(outcome)
        return
      }
      const receipt = outcome.value
      moved.current = { token: receipt.token, itemId }
      const title = say('Moved to the trash')
      announce(title)
      toast({ title, icon: 'trash', action: { label: say('Undo'), onSelect: () => void bringBack(receipt), undoes: true } })
      if (!isHere.current || latest.current.shownId !== itemId) return
      if (besideId === null) latest.current.onBack()
      else latest.current.onShow(besideId)
    },
    [announce, toast, fail, bringBack]
  )
  return useMemo(
    () => ({ move: (...one) => void move(...one), undo: last === null ? null : () => void bringBack(last) }),
    [move, bringBack, last]
  )
}
