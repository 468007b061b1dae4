import { useVirtualizer } from '@tanstack/react-virtual'
import type { KeyboardEvent } from 'react'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { MediaField } from '../../shared/form/fields.ts'
import { inputMediums } from '../../shared/form/json-schema.ts'
import type { InputMedium } from '../../shared/form/json-schema.ts'
import type { LibraryTile } from '../../shared/library/library.ts'
import { mediaPaths } from '../../shared/library/media-paths.ts'
import { say, word } from '../../shared/i18n/say.ts'
import type { TileStore } from '../bridge/tile-store.ts'
import { useNow } from '../ui/use-now.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Dialog } from '../ui/dialog.tsx'
import { formatDay, formatPixelSize } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { VisuallyHidden } from '../ui/live-region.tsx'
import { MediaCover } from '../ui/media-cover.tsx'
import { mirrorArrowKey } from '../ui/reading-direction-provider.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { SingleLineInput } from '../ui/text-field.tsx'
import styles from './library-picker.module.css'
import { gridIndexAfterKey } from './grid-index-after-key.ts'
import { useLibraryPickerResults } from './use-library-picker-results.ts'
import { formatMediaCount } from '../../shared/phrases/format-media-count.ts'
import { assertNever } from '../../shared/assert-never.ts'

const mediumTabs: { readonly [medium in InputMedium]: string } = {
  image: word('Images'),
  video: word('Videos'),
  audio: word('Audio'),
  model: word('3D models')
}

/** Minimum tile width and row height in pixels, including the gap. */
const leastTileWidth = 148
const rowHeight = 168

/**
 * Dialog for choosing results from the library as input. Lists results of the field's medium, newest first. Arrow keys move the focus. If
 * the field accepts several values, Space selects a result and Enter adds the selection.
 */
export function LibraryPicker({
  field,
  onTake,
  onClose
}: {
  readonly field: MediaField
  /** Receives the IDs of the chosen results. */
  readonly onTake: (itemIds: readonly string[]) => void
  readonly onClose: () => void
}) {
  const takesMany = field.isMany
  const [medium, setMedium] = useState<InputMedium | null>(field.medium)
  const [text, setText] = useState('')
  const [marked, setMarked] = useState<readonly string[]>([])
  const { keys, total, tiles } = useLibraryPickerResults(medium, text.trim())
  const kind = field.isMask ? 'image' : medium

  function take(ids: readonly string[]): void {
    if (ids.length === 0) return
    onTake(ids)
    onClose()
  }
  function toggle(id: string): void {
    setMarked((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]))
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={say('Choose from the library')}
      width="large"
      actions={
        takesMany && (
          <>
            <span className={classNames('ink-3', styles.hint)}>{say('Press Space to select, Enter to add.')}</span>
            <Button variant="go" notReady={marked.length === 0} onClick={() => take(marked)}>
              {marked.length === 0
                ? say('Select results')
                : say('{count, plural, one {Add # result} other {Add # results}}', { count: marked.length })}
            </Button>
          </>
        )
      }
    >
      {field.medium === null && (
        <SegmentedControl
          label={say('Type')}
          options={[{ value: 'any', label: say('All') }, ...inputMediums.map((one) => ({ value: one, label: say(mediumTabs[one]) }))]}
          value={medium ?? 'any'}
          onChange={(next) => setMedium(next === 'any' ? null : next)}
        />
      )}
      <SingleLineInput
        icon="search"
        aria-label={say('Search the library')}
        placeholder={total === null ? say('Search') : say('Search {results}', { results: countedKind(total, kind) })}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {keys === null ? (
        <div className={styles.none} />
      ) : keys.length === 0 ? (
        <p className={classNames('ink-3', styles.none)}>{total === 0 ? noneYetText(kind) : say('No matches.')}</p>
      ) : (
        <ItemGrid
          keys={keys}
          tiles={tiles}
          marked={marked}
          onTake={(id) => (takesMany ? toggle(id) : take([id]))}
          onEnter={(id) => take(takesMany && marked.length > 0 ? marked : [id])}
        />
      )}
      <VisuallyHidden>
        <span role="status">{text === '' || keys === null ? '' : say('{keys, number} found', { keys: keys.length })}</span>
      </VisuallyHidden>
    </Dialog>
  )
}

function ItemGrid({
  keys,
  tiles,
  marked,
  onTake,
  onEnter
}: {
  readonly keys: Uint32Array
  readonly tiles: TileStore
  readonly marked: readonly string[]
  readonly onTake: (id: string) => void
  readonly onEnter: (id: string) => void
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const [columns, setColumns] = useState(4)
  const [current, setCurrent] = useState(0)
  const needsFocus = useRef(false)
  const rows = Math.ceil(keys.length / columns)
  const virtualizer = useVirtualizer({ count: rows, getScrollElement: () => scroller.current, estimateSize: () => rowHeight, overscan: 2 })
  const shown = virtualizer.getVirtualItems()
  const [from, end] = [(shown[0]?.index ?? 0) * columns, ((shown.at(-1)?.index ?? -1) + 1) * columns]
  useEffect(() => tiles.want([...keys.subarray(from, end)]), [tiles, keys, from, end])
  // Returns to the first result when the list changes.
  const [listed, setListed] = useState(keys)
  if (listed !== keys) {
    setListed(keys)
    setCurrent(0)
  }
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 })
  }, [keys])
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const measure = (): void => setColumns(Math.max(2, Math.floor(element.clientWidth / leastTileWidth)))
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [])
  // Runs after every render, because the virtualizer may render the current item's row only after scrolling.
  useEffect(() => {
    if (!needsFocus.current) return
    const option = scroller.current?.querySelector<HTMLElement>('[data-current]')
    if (!option) return
    needsFocus.current = false
    option.focus({ preventScroll: true })
  })

  function keyDown(event: KeyboardEvent): void {
    const item = tiles.get(keys[current] ?? 0)
    if (event.key === ' ' && item !== undefined && canBeTaken(item)) {
      event.preventDefault()
      onTake(item.id)
    } else if (event.key === 'Enter' && item !== undefined && canBeTaken(item)) {
      event.preventDefault()
      onEnter(item.id)
    }
    const next = gridIndexAfterKey(mirrorArrowKey(event), current, keys.length, columns)
    if (next === null) return
    event.preventDefault()
    needsFocus.current = true
    setCurrent(next)
    virtualizer.scrollToIndex(Math.floor(next / columns))
  }
  return (
    <div
      ref={scroller}
      role="listbox"
      aria-label={say('Results')}
      aria-multiselectable="true"
      tabIndex={-1}
      className={styles.scroller}
      onKeyDown={keyDown}
    >
      <div role="presentation" className={styles.all} style={{ height: virtualizer.getTotalSize() }}>
        {shown.map((row) => (
          <div
            key={row.key}
            role="presentation"
            className={styles.row}
            style={{ transform: `translateY(${row.start}px)`, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
          >
            {Array.from(keys.subarray(row.index * columns, (row.index + 1) * columns), (key, column) => {
              const place = row.index * columns + column
              return (
                <ItemTile
                  key={key}
                  itemKey={key}
                  tiles={tiles}
                  place={place}
                  count={keys.length}
                  isCurrent={place === current}
                  marked={marked}
                  onFocus={() => setCurrent(place)}
                  onTake={onTake}
                />
              )
            })}
          </div>
        ))}
      </div>
    </div>
  )
}

function ItemTile({
  itemKey,
  tiles,
  place,
  count,
  isCurrent,
  marked,
  onFocus,
  onTake
}: {
  readonly itemKey: number
  readonly tiles: TileStore
  readonly place: number
  readonly count: number
  readonly isCurrent: boolean
  readonly marked: readonly string[]
  readonly onFocus: () => void
  readonly onTake: (id: string) => void
}) {
  const subscribe = useCallback((listener: () => void) => tiles.subscribeTo(itemKey, listener), [tiles, itemKey])
  const item = useSyncExternalStore(subscribe, () => tiles.get(itemKey) ?? null)
  const isMarked = item !== null && marked.includes(item.id)
  return (
    <button
      type="button"
      role="option"
      aria-selected={isMarked}
      aria-setsize={count}
      aria-posinset={place + 1}
      aria-disabled={item !== null && !canBeTaken(item)}
      aria-busy={item === null}
      tabIndex={isCurrent ? 0 : -1}
      data-current={isCurrent || undefined}
      className={classNames(styles.tile, isMarked && styles.marked)}
      onFocus={onFocus}
      onClick={() => item !== null && canBeTaken(item) && onTake(item.id)}
    >
      {item === null ? <VisuallyHidden>{say('Loading…')}</VisuallyHidden> : <ItemContent item={item} isMarked={isMarked} />}
    </button>
  )
}

function ItemContent({ item, isMarked }: { readonly item: LibraryTile; readonly isMarked: boolean }) {
  const { width, height, madeAt } = item
  const now = useNow(60_000)
  const facts = width === null || height === null ? formatDay(madeAt, now) : formatPixelSize(width, height)
  return (
    <>
      {canBeTaken(item) ? (
        <MediaCover
          medium={item.medium}
          thumbnail={mediaPaths.thumbnail(item.id)}
          source={mediaPaths.result(item.id)}
          className={styles.cover}
        />
      ) : (
        <span className={classNames(styles.cover, styles.gone)}>
          <Icon name="image-off" size="l" />
        </span>
      )}
      {isMarked && (
        <span className={styles.tick}>
          <Icon name="check" size="s" />
        </span>
      )}
      <span dir="auto" className={classNames('cut', styles.title)}>
        {item.title}
      </span>
      <span className={classNames('cut', styles.facts)}>{canBeTaken(item) ? facts : say('File missing')}</span>
    </>
  )
}

function canBeTaken({ state }: LibraryTile): boolean {
  return state !== 'missing'
}

/** Returns a count with its noun, such as "1,904 images". `kind` is null for results of all kinds. */
function countedKind(count: number, kind: InputMedium | null): string {
  switch (kind) {
    case 'image':
      return say('{count, plural, one {# image} other {# images}}', { count })
    case 'video':
    case 'audio':
    case 'model':
      return formatMediaCount(count, kind)
    case null:
      return say('{count, plural, one {# result} other {# results}}', { count })
    default:
      return assertNever(kind)
  }
}

function noneYetText(kind: InputMedium | null): string {
  switch (kind) {
    case 'image':
      return say('No images yet. New ones appear here.')
    case 'video':
      return say('No videos yet. New ones appear here.')
    case 'audio':
      return say('No audio yet. The audio you make appears here.')
    case 'model':
      return say('No 3D models yet. New ones appear here.')
    case null:
      return say('No results yet. New ones appear here.')
    default:
      return assertNever(kind)
  }
}
