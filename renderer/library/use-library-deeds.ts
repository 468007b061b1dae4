import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { LibraryChange, Stars, TrashReceipt } from '../../shared/library.ts'
import { say } from '../../shared/words/say.ts'
import { carryOut } from '../bridge/item-drag.ts'
import { request } from '../bridge/kiln.ts'
import { bringBackFromTrash, moveToTrash, useLastTrash } from '../bridge/last-trash.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { useFailureToast, useToast } from '../ui/toasts.tsx'
import { dragPicture } from './drag-picture.ts'
import { libraryMemory } from './library-memory.ts'
import { tiles } from './shelf-store.ts'
import { starWords } from './tile-words.ts'
import { tileForKeyboard } from './use-cell-focus.ts'

export type LibraryDeeds = {
  readonly change: (change: LibraryChange) => Promise<void>
  readonly setStars: (keys: readonly number[], stars: Stars) => void
  readonly trash: (keys: readonly number[]) => void
  /** Brings back what was trashed last; null: nothing was. */
  readonly undo: (() => void) | null
  /** What main does with the file of one of them. */
  readonly saveAs: (itemId: string) => void
  readonly copy: (itemId: string) => void
  readonly showInFolder: (itemId: string) => void
  /** The pointer takes them along. `shown`: their tiles that are drawn. */
  readonly drag: (keys: readonly number[], shown: readonly HTMLElement[]) => void
}

/** More than so many files at a time no program takes gladly. */
const mostDragged = 500

/** What can be done with things that were made. What a person sees of it is here at once; main has the last word. */
export function useLibraryDeeds(): LibraryDeeds {
  const toast = useToast()
  const sayFailure = useFailureToast()
  const announce = useAnnounce()
  const last = useLastTrash()
  // The toast that brings back outlives the view.
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  const change = useCallback(
    async (wish: LibraryChange) => {
      sayFailure(await request('library.change', wish))
    },
    [sayFailure]
  )
  const setStars = useCallback(
    (keys: readonly number[], stars: Stars) => {
      tiles.put(keys.flatMap((key) => tiles.get(key) ?? []).map((tile) => ({ ...tile, stars })))
      announce(
        say('{count, plural, one {{stars}} other {{stars} for #}}', { stars: starWords(stars) || say('No stars'), count: keys.length })
      )
      void change({ keys, stars })
    },
    [change, announce]
  )
  const bringBack = useCallback(
    async (receipt: TrashReceipt) => {
      const { count } = receipt
      // With the last tile the focus left too. What comes back has another key.
      const hadNoTile = isHere.current && tileForKeyboard() === null
      if (hadNoTile) libraryMemory.setState({ currentCell: null, getsFocus: true })
      const outcome = await bringBackFromTrash(receipt)
      if (hadNoTile && !outcome.ok) libraryMemory.setState({ getsFocus: false })
      sayFailure(outcome)
      if (outcome.ok) announce(count === 1 ? say('Brought back') : say('{count, number} brought back', { count }))
    },
    [sayFailure, announce]
  )
  const trash = useCallback(
    async (keys: readonly number[]) => {
      const outcome = await moveToTrash(keys)
      if (!outcome.ok) return sayFailure(outcome)
      const receipt = outcome.value
      const title = receipt.count === 1 ? say('Moved to the trash') : say('{count, number} moved to the trash', { count: receipt.count })
      announce(title)
      return toast({ title, icon: 'trash', action: { label: say('Undo'), onSelect: () => void bringBack(receipt), undoes: true } })
    },
    [sayFailure, toast, announce, bringBack]
  )
  const undo = useMemo(() => (last === null ? null : () => void bringBack(last)), [last, bringBack])
  const drag = useCallback(
    (keys: readonly number[], shown: readonly HTMLElement[]) => {
      const ids = keys.flatMap((key) => tiles.get(key)?.id ?? []).slice(0, mostDragged)
      if (ids.length > 0) void carryOut(ids, dragPicture(shown, ids.length)).then(sayFailure)
    },
    [sayFailure]
  )
  const withFile = useCallback(
    async (name: 'result.saveAs' | 'result.copy' | 'result.showInFolder', id: string, words: string) => {
      const outcome = await request(name, { id })
      if (!outcome.ok) return sayFailure(outcome)
      if (name === 'result.copy' || (name === 'result.saveAs' && outcome.value !== null))
        toast({ title: words, icon: 'check', tone: 'done' })
      return announce(words)
    },
    [sayFailure, toast, announce]
  )
  return useMemo(
    () => ({
      change,
      setStars,
      drag,
      trash: (keys: readonly number[]) => void trash(keys),
      undo,
      saveAs: (id: string) => void withFile('result.saveAs', id, say('Saved')),
      copy: (id: string) => void withFile('result.copy', id, say('Copied')),
      showInFolder: (id: string) => void withFile('result.showInFolder', id, say('Shown in its folder'))
    }),
    [change, setStars, drag, trash, undo, withFile]
  )
}
