import type { Token, Tokens } from 'marked'
import type { ReactNode } from 'react'
import type { Shortcut } from '../../shared/app/shortcuts.ts'
import { shortcuts } from '../../shared/app/shortcuts.ts'
import { mirroredKey } from '../shortcuts/pressed-mirrored-shortcut.ts'
import { isMac, shortcutKeyText } from '../shortcuts/shortcut-text.ts'
import { Kbd } from '../ui/kbd.tsx'
import { guideImageUrl } from './guide-files.ts'
import styles from './guide-view.module.css'

export type MarkdownProps = { readonly tokens: readonly Token[]; readonly onOpen: (chapter: string) => void }

/** Renders the part of Markdown that the guide uses. Doesn't parse HTML. */
export function Markdown({ tokens, onOpen }: MarkdownProps) {
  return placed(tokens).map(([key, token]) => <Block key={key} token={token} onOpen={onOpen} />)
}

function Block({ token, onOpen }: { readonly token: Token; readonly onOpen: MarkdownProps['onOpen'] }): ReactNode {
  const inside = (tokens: readonly Token[] | undefined) => <Inline tokens={tokens ?? []} onOpen={onOpen} />
  switch (token.type) {
    case 'paragraph': {
      const [only, ...others] = token.tokens ?? []
      if (only?.type === 'image' && others.length === 0) return <Picture name={String(only['href'])} words={String(only['text'])} />
      return <p>{inside(token.tokens)}</p>
    }
    case 'list': {
      const { ordered, items } = token as Tokens.List
      const List = ordered ? 'ol' : 'ul'
      return (
        <List>
          {placed(items).map(([key, item]) => (
            <li key={key}>{inside(item.tokens)}</li>
          ))}
        </List>
      )
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table
      return (
        <table>
          <thead>
            <tr>
              {placed(header).map(([key, cell]) => (
                <th key={key} scope="col">
                  {inside(cell.tokens)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {placed(rows).map(([line, row]) => (
              <tr key={line}>
                {placed(row).map(([key, cell]) => (
                  <td key={key}>{inside(cell.tokens)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )
    }
    default:
      return null
  }
}

function Inline({ tokens, onOpen }: MarkdownProps): ReactNode {
  return placed(tokens).map(([key, token]): ReactNode => {
    switch (token.type) {
      case 'strong':
        return (
          <b key={key}>
            <Inline tokens={token.tokens ?? []} onOpen={onOpen} />
          </b>
        )
      case 'em':
        return (
          <em key={key}>
            <Inline tokens={token.tokens ?? []} onOpen={onOpen} />
          </em>
        )
      case 'codespan':
        return <code key={key}>{String(token['text'])}</code>
      case 'link':
        return (
          <button key={key} type="button" className={styles.link} onClick={() => onOpen(String(token['href']))}>
            {String(token['text'])}
          </button>
        )
      case 'text':
        return token.tokens === undefined ? (
          <Keys key={key} text={String(token['text'])} />
        ) : (
          <Inline key={key} tokens={token.tokens} onOpen={onOpen} />
        )
      default:
        return <Keys key={key} text={'text' in token ? String(token['text']) : token.raw} />
    }
  })
}

/** Replaces placeholders such as `[[gallery.search]]` with that shortcut's keys, in the current platform's notation. */
function Keys({ text }: { readonly text: string }): ReactNode {
  const parts = placed(text.split(/\[\[([a-zA-Z]+\.[a-zA-Z]+)\]\]/))
  return parts.map(([place, part]) => (place % 2 === 0 ? part : <Kbd key={place}>{keysNamed(part)}</Kbd>))
}

/** @throws Error if the shortcut doesn't exist. */
function keysNamed(name: string): string {
  const [place = '', action = ''] = name.split('.')
  const found = (shortcuts as Readonly<Record<string, Readonly<Record<string, Shortcut>>>>)[place]?.[action]
  const key = (found?.shown ?? found?.keys)?.[0]
  if (found === undefined || key === undefined) throw new Error(`The shortcut ${name} doesn’t exist.`)
  return shortcutKeyText(mirroredKey(found, key), isMac())
}

/** Pairs each item with its index. The index can be the React key, because the items of a chapter never move. */
function placed<T>(list: readonly T[]): readonly (readonly [place: number, one: T])[] {
  return [...list.entries()]
}

/** Renders an image for each theme. CSS shows only the one for the current theme. */
function Picture({ name, words }: { readonly name: string; readonly words: string }): ReactNode {
  return (
    <figure>
      {(['dark', 'light'] as const).map((theme) => (
        <img key={theme} className={styles[theme]} src={guideImageUrl(name, theme)} alt={words} width={1280} height={800} loading="lazy" />
      ))}
    </figure>
  )
}
