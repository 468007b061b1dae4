import { use, useEffect, useRef, useState } from 'react'
import { currentLanguage, say } from '../../shared/i18n/say.ts'
import { navigate } from '../navigation/route.ts'
import { useSearchKey } from '../shortcuts/use-search-key.ts'
import { classNames } from '../ui/class-names.ts'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { View } from '../ui/view.tsx'
import type { Chapter, SectionMatch } from './chapters.ts'
import { searchChapters } from './chapters.ts'
import { loadChapters } from './guide-files.ts'
import styles from './guide-view.module.css'
import { Markdown } from './markdown.tsx'

export type GuideViewProps = {
  /** ID of the chapter to open. Null to open the first chapter. */
  readonly chapter: string | null
}

/** Chapters in the active language. Loaded once, because changing the language reloads the page. */
let reading: Promise<readonly Chapter[]> | null = null

/** The user guide. Shows a searchable list of chapters, and the open chapter beside the list. Works offline. */
export function GuideView({ chapter }: GuideViewProps) {
  const [query, setQuery] = useState('')
  const [ledTo, setLedTo] = useState<number | null>(null)
  const box = useRef<HTMLInputElement>(null)
  const contents = useRef<HTMLUListElement>(null)
  reading ??= loadChapters(currentLanguage())
  const chapters = use(reading)
  useSearchKey('guide', box)
  const shown = chapters.find(({ id }) => id === chapter) ?? chapters[0]
  const found = searchChapters(chapters, query)

  function open(id: string, place: number | null) {
    setLedTo(place)
    navigate({ view: 'guide', chapter: id })
  }
  if (shown === undefined) return null
  return (
    <View label={say('User guide')} bar={<h1>{say('User guide')}</h1>}>
      <div className={styles.columns}>
        <nav aria-label={say('Chapters')} className={styles.contents}>
          <SearchBox
            ref={box}
            label={say('Search the guide')}
            placeholder={say('Search the guide')}
            value={query}
            onChange={setQuery}
            onArrowDown={() => contents.current?.querySelector('button')?.focus()}
          />
          <ul ref={contents} className={styles.list}>
            {query.trim() === ''
              ? chapters.map((one) => (
                  <li key={one.id}>
                    <button
                      type="button"
                      aria-current={one === shown ? 'page' : undefined}
                      className={classNames(styles.entry, one === shown && styles.here)}
                      onClick={() => open(one.id, null)}
                    >
                      {one.title}
                    </button>
                  </li>
                ))
              : found.map((one) => <FoundEntry key={`${one.chapter.id}:${one.sectionIndex}`} found={one} onOpen={open} />)}
          </ul>
          <p role="status" className={classNames('small ink-3', styles.none)}>
            {query.trim() !== '' && found.length === 0 && say('No results in the guide.')}
          </p>
        </nav>
        <ChapterText
          key={shown.id}
          chapter={shown}
          previous={chapters[chapters.indexOf(shown) - 1] ?? null}
          next={chapters[chapters.indexOf(shown) + 1] ?? null}
          ledTo={ledTo}
          onOpen={(id) => open(id, null)}
        />
      </div>
    </View>
  )
}

function FoundEntry({ found, onOpen }: { readonly found: SectionMatch; readonly onOpen: (id: string, place: number) => void }) {
  const { chapter, section, sectionIndex, excerpt } = found
  return (
    <li>
      <button type="button" className={styles.entry} onClick={() => onOpen(chapter.id, sectionIndex)}>
        <span className={styles.foundTitle}>{section.title ?? chapter.title}</span>
        <span className="small ink-3">{excerpt}</span>
      </button>
    </li>
  )
}

type ChapterTextProps = {
  readonly chapter: Chapter
  readonly previous: Chapter | null
  readonly next: Chapter | null
  readonly ledTo: number | null
  readonly onOpen: (id: string) => void
}

function ChapterText({ chapter, previous, next, ledTo, onOpen }: ChapterTextProps) {
  const text = useRef<HTMLElement>(null)
  useEffect(() => {
    const section = ledTo === null ? null : text.current?.querySelectorAll('section')[ledTo]
    section?.scrollIntoView({ block: 'start' })
    section?.focus({ preventScroll: true })
  }, [ledTo])
  return (
    <ScrollArea label={chapter.title} className={styles.scroll}>
      <article ref={text} data-selectable className={styles.text}>
        <h2>{chapter.title}</h2>
        {chapter.sections.map(({ title, tokens }) => (
          <section key={title ?? ''} tabIndex={-1} aria-label={title ?? chapter.title}>
            {title !== null && <h3>{title}</h3>}
            <Markdown tokens={tokens} onOpen={onOpen} />
          </section>
        ))}
        <div className={styles.neighbours}>
          {previous !== null && (
            <button type="button" className={styles.neighbour} onClick={() => onOpen(previous.id)}>
              <span className="small ink-3">{say('Previous')}</span>
              <span className="strong">{previous.title}</span>
            </button>
          )}
          {next !== null && (
            <button type="button" className={styles.neighbour} onClick={() => onOpen(next.id)}>
              <span className="small ink-3">{say('Next')}</span>
              <span className="strong">{next.title}</span>
            </button>
          )}
        </div>
      </article>
    </ScrollArea>
  )
}
