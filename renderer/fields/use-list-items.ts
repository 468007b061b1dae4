import type { KeyboardEvent } from 'react'
import { useEffect, useState } from 'react'
import { nestedFieldName, type ListField } from '../../shared/form/fields.ts'
import { moveItem } from '../../shared/form/image-references.ts'
import type { Value } from '../../shared/form/values.ts'
import { say } from '../../shared/i18n/say.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { fieldElementId, type FieldInputProps } from './field-input-props.ts'
import { useDragReorder, type DragReorderState } from './use-drag-reorder.ts'

export type ListItems = DragReorderState & {
  /** An empty item is null. */
  readonly items: readonly Value[]
  /** Minimum number of items that are shown. */
  readonly least: number
  /** Returns the React key of a row. A row keeps its key when its item moves. Unfinished text and focus then move too. */
  readonly keyOf: (index: number) => number
  readonly add: () => void
  readonly remove: (index: number) => void
  /** Moves an item if the key is an arrow key, Home or End. */
  readonly moveByKey: (event: KeyboardEvent, index: number) => void
}

/** Manages the items of an ordered list. `word` is the contract's name for an item, or null if it has none. */
export function useListItems(
  field: ListField,
  { value, onChange }: Pick<FieldInputProps<ListField>, 'value' | 'onChange'>,
  word: string | null
): ListItems {
  const announce = useAnnounce()
  const id = fieldElementId(field.name)
  // A required list shows at least its minimum number of items, and at least one. The missing items are empty.
  const least = field.isRequired ? Math.max(1, field.minItems) : 0
  const given: readonly Value[] = Array.isArray(value) ? value : []
  const items = [...given, ...Array.from({ length: least - given.length }, () => null)]
  const [keptKeys, setKeptKeys] = useState<readonly number[]>([])
  const keyOf = (index: number): number => (keptKeys.length === items.length ? (keptKeys[index] ?? index) : index)
  const keys = items.map((_, index) => keyOf(index))
  const [focus, setFocus] = useState<{ readonly id: string } | null>(null)
  useEffect(() => {
    if (focus !== null) document.getElementById(focus.id)?.focus()
  }, [focus])

  function put(next: readonly Value[], nextKeys: readonly number[], focusId: string): void {
    onChange(next.every((item) => item === null) && next.length <= least ? undefined : next)
    setKeptKeys(nextKeys)
    setFocus({ id: focusId })
  }
  function move(from: number, to: number): void {
    if (to < 0 || to >= items.length || to === from) return
    put(moveItem(items, from, to), moveItem(keys, from, to), `${id}-grip-${to}`)
    announce(say('Moved to position {number} of {count}.', { number: to + 1, count: items.length }))
  }
  const dragging = useDragReorder(move, id)

  return {
    ...dragging,
    items,
    least,
    keyOf,
    add: () => {
      put([...items, null], [...keys, Math.max(-1, ...keys) + 1], fieldElementId(nestedFieldName(field.name, items.length)))
      const number = items.length + 1
      announce(word === null ? say('Item {number} added.', { number }) : say('{word} {number} added.', { word, number }))
    },
    remove: (index) => {
      put(items.toSpliced(index, 1), keys.toSpliced(index, 1), `${id}-add`)
      const number = index + 1
      announce(word === null ? say('Item {number} removed.', { number }) : say('{word} {number} removed.', { word, number }))
    },
    moveByKey: (event, index) => {
      const places: Record<string, number> = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: items.length - 1 }
      const to = places[event.key]
      if (to === undefined || to < 0 || to >= items.length) return
      event.preventDefault()
      move(index, to)
    }
  }
}
