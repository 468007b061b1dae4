import type { KeyboardEvent } from 'react'
import { useRef } from 'react'
import { pressedShortcut } from '../../shared/pressed-shortcut.ts'
import { say } from '../../shared/words/say.ts'
import { request } from '../bridge/kiln.ts'
import { useAnnounce } from '../ui/live-region.tsx'

/** How far back the keys go; the list that a button opens is searched further. */
const mostSteps = 100

/** What was typed first, then older and older prompts; and where one stands. */
type Walk = { readonly texts: readonly string[]; readonly place: number }

/**
 * Ctrl or Cmd with the up arrow brings back older prompts, one after the other, and with the down arrow goes forward again, to what was typed.
 * A change of the text by any other way ends the walk: what then stands there is what was typed.
 */
export function usePromptSteps(text: string, onChange: (text: string) => void): (event: KeyboardEvent) => void {
  const announce = useAnnounce()
  const walk = useRef<Walk | null>(null)
  const isAsking = useRef(false)

  async function step(by: 1 | -1): Promise<void> {
    const before = walk.current
    const isWalking = before !== null && before.texts[before.place] === text
    if (!isWalking && by === -1) return
    const now = isWalking ? before : { texts: [text, ...(await olderThan(text))], place: 0 }
    const place = now.place + by
    const next = now.texts[place]
    walk.current = { ...now, place: next === undefined ? now.place : place }
    if (next === undefined) {
      announce(by === 1 ? say('There is no older prompt.') : say('This is what you typed.'))
      return
    }
    onChange(next)
    announce(
      place === 0
        ? say('What you typed: {next}', { next })
        : say('Prompt {place} of {texts}: {next}', { place, texts: now.texts.length - 1, next })
    )
  }

  return (event) => {
    const name = pressedShortcut('form', event)
    const by = name === 'olderPrompt' ? 1 : name === 'newerPrompt' ? -1 : null
    if (by === null) return
    event.preventDefault()
    if (isAsking.current) return
    isAsking.current = true
    void step(by).finally(() => {
      isAsking.current = false
    })
  }
}

async function olderThan(text: string): Promise<readonly string[]> {
  const outcome = await request('desk.prompts', { search: '', limit: mostSteps })
  return outcome.ok ? outcome.value.map((entry) => entry.text).filter((older) => older !== text) : []
}
