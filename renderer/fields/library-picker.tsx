import { useVirtualizer } from '@tanstack/react-virtual'
import type { KeyboardEvent } from 'react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { MediaField } from '../../shared/fields.ts'
import { mediums } from '../../shared/json-schema.ts'
import type { Medium } from '../../shared/json-schema.ts'
import { mediaPaths } from '../../shared/media-paths.ts'
import { useNow } from '../bridge/use-now.ts'
import { areSameItems, useTaskSummary } from '../bridge/use-tasks.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Dialog } from '../ui/dialog.tsx'
import { countWords, dayWords, pixelWords } from '../ui/figures.ts'
import { Icon } from '../ui/icon.tsx'
import { VisuallyHidden } from '../ui/live-region.tsx'
import { MediaCover } from '../ui/media-cover.tsx'
import { Segments } from '../ui/segments.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useFormServices } from './form-services.ts'
import styles from './library-picker.module.css'
import type { MadeItem } from './made-items.ts'
import { itemsFoundBy, madeItems, placeBeside } from './made-items.ts'
import { wordOf } from './media-words.ts'

const mediumTabs: { readonly [medium in Medium]: string } = { image: 'Images', video: 'Videos', audio: 'Sounds', model: '3D models' }

/** In pixels, with their gaps. */
const leastTileWidth = 148
const rowHeight = 168

const summaries = new Map<Medium | null, (tasks: Parameters<typeof madeItems>[0]) => readonly MadeItem[]>()
/** One function for each medium, so that the summary is made once for all that is drawn. */
function summaryOf(medium: Medium | null) {
  const known = summaries.get(medium) ?? ((tasks: Parameters<typeof madeItems>[0]) => madeItems(tasks, medium))
  summaries.set(medium, known)
  return known
}

/**
 * Results made before, as input: those of the field's medium, newest first. Arrows go through them, Space marks several where several fit,
 * Enter takes.
 */
export function LibraryPicker({
  field,
  name,
  onClose
}: {
  readonly field: MediaField
  readonly name: string
  readonly onClose: () => void
}) {
  const services = useFormServices()
  const takesMany = field.isMany
  const [medium, setMedium] = useState<Medium | null>(field.medium)
  const made = useTaskSummary(summaryOf(medium), areSameItems)
  const [text, setText] = useState('')
  const [marked, setMarked] = useState<readonly string[]>([])
  const items = useMemo(() => itemsFoundBy(made, text), [made, text])
  const word = field.isMask ? 'image' : medium === null ? 'result' : wordOf({ ...field, medium })

  function take(ids: readonly string[]): void {
    if (ids.length === 0) return
    services.addValues(
      field,
      ids.map((item) => ({ item })),
      null
    )
    onClose()
  }
  function toggle(id: string): void {
    setMarked((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]))
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`From the library: ${takesMany ? field.label : name}`}
      width="large"
      actions={
        takesMany && (
          <>
            <span className={classNames('ink-3', styles.hint)}>Space marks, Enter takes what is marked.</span>
            <Button look="go" notReady={marked.length === 0} onClick={() => take(marked)}>
              {marked.length === 0 ? 'Mark what to take' : `Take ${marked.length}`}
            </Button>
          </>
        )
      }
    >
      {field.medium === null && (
        <Segments
          label="Medium"
          options={[{ value: 'any', label: 'All' }, ...mediums.map((one) => ({ value: one, label: mediumTabs[one] }))]}
          value={medium ?? 'any'}
          onChange={(next) => setMedium(next === 'any' ? null : next)}
        />
      )}
      <TextField
        icon="search"
        aria-label="Search the library"
        placeholder={`Search ${countWords(made.length)} ${word}${made.length === 1 ? '' : 's'} by their words`}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {items.length === 0 ? (
        <p className={classNames('ink-3', styles.none)}>
          {made.length === 0 ? `No ${word} has been made yet. What you make stands here.` : 'Nothing is called that.'}
        </p>
      ) : (
        <ItemGrid
          key={`${medium} ${text}`}
          items={items}
          marked={marked}
          onTake={(id) => (takesMany ? toggle(id) : take([id]))}
          onEnter={(id) => take(takesMany && marked.length > 0 ? marked : [id])}
        />
      )}
      <VisuallyHidden>
        <span role="status">{text === '' ? '' : `${items.length} found`}</span>
      </VisuallyHidden>
    </Dialog>
  )
}

function ItemGrid({
  items,
  marked,
  onTake,
  onEnter
}: {
  readonly items: readonly MadeItem[]
  readonly marked: readonly string[]
  readonly onTake: (id: string) => void
  readonly onEnter: (id: string) => void
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const [columns, setColumns] = useState(4)
  const [current, setCurrent] = useState(0)
  const wantsFocus = useRef(false)
  const rows = Math.ceil(items.length / columns)
  const virtualizer = useVirtualizer({ count: rows, getScrollElement: () => scroller.current, estimateSize: () => rowHeight, overscan: 2 })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const measure = (): void => setColumns(Math.max(2, Math.floor(element.clientWidth / leastTileWidth)))
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [])
  // The row of what is current may only now be drawn.
  useEffect(() => {
    if (!wantsFocus.current) return
    const option = scroller.current?.querySelector<HTMLElement>('[data-current]')
    if (!option) return
    wantsFocus.current = false
    option.focus({ preventScroll: true })
  })

  function keyDown(event: KeyboardEvent): void {
    const item = items[current]
    if (event.key === ' ' && item !== undefined) {
      event.preventDefault()
      onTake(item.id)
    } else if (event.key === 'Enter' && item !== undefined) {
      event.preventDefault()
      onEnter(item.id)
    }
    const next = placeBeside(event.key, current, items.length, columns)
    if (next === null) return
    event.preventDefault()
    wantsFocus.current = true
    setCurrent(next)
    virtualizer.scrollToIndex(Math.floor(next / columns))
  }
  return (
    <div
      ref={scroller}
      role="listbox"
      aria-label="Results"
      aria-multiselectable="true"
      tabIndex={-1}
      className={styles.scroller}
      onKeyDown={keyDown}
    >
      <div role="presentation" className={styles.all} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((row) => (
          <div
            key={row.key}
            role="presentation"
            className={styles.row}
            style={{ transform: `translateY(${row.start}px)`, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
          >
            {items.slice(row.index * columns, (row.index + 1) * columns).map((item, column) => {
              const place = row.index * columns + column
              return (
                <ItemTile
                  key={item.id}
                  item={item}
                  place={place}
                  count={items.length}
                  isCurrent={place === current}
                  isMarked={marked.includes(item.id)}
                  onFocus={() => setCurrent(place)}
                  onTake={() => onTake(item.id)}
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
  item,
  place,
  count,
  isCurrent,
  isMarked,
  onFocus,
  onTake
}: {
  readonly item: MadeItem
  readonly place: number
  readonly count: number
  readonly isCurrent: boolean
  readonly isMarked: boolean
  readonly onFocus: () => void
  readonly onTake: () => void
}) {
  const { width, height, savedAt } = item.result
  const now = useNow(60_000)
  const facts = width === null || height === null ? dayWords(savedAt, now) : pixelWords(width, height)
  return (
    <button
      type="button"
      role="option"
      aria-selected={isMarked}
      aria-setsize={count}
      aria-posinset={place + 1}
      tabIndex={isCurrent ? 0 : -1}
      data-current={isCurrent || undefined}
      className={classNames(styles.tile, isMarked && styles.marked)}
      onFocus={onFocus}
      onClick={onTake}
    >
      <MediaCover
        medium={item.medium}
        thumbnail={mediaPaths.thumbnail(item.id)}
        source={mediaPaths.result(item.id)}
        className={styles.cover}
      />
      {isMarked && (
        <span className={styles.tick}>
          <Icon name="check" size="s" />
        </span>
      )}
      <span className={classNames('cut', styles.title)}>{item.title}</span>
      <span className={classNames('cut', styles.facts)}>{facts}</span>
    </button>
  )
}
