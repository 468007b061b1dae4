import type { KeyboardEvent } from 'react'
import { useRef } from 'react'
import { pressedShortcut } from '../../shared/app/pressed-shortcut.ts'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import { useAnnounce } from '../ui/live-region.tsx'

/** Maximum number of prompts that the keys step through. The history list goes further back. */
const maxSteps = 100

/** `texts` holds the typed text, followed by earlier prompts, newest first. `place` is the index of the current text. */
type Walk = { readonly texts: readonly string[]; readonly place: number }

/**
 * Returns a key handler that steps through earlier prompts. Ctrl or Cmd with Up shows an older prompt. Ctrl or Cmd with Down shows a newer
 * prompt or the typed text. If the user edits the text, stepping starts again from the edited text.
 */
export function usePromptHistoryKeys(text: string, onChange: (text: string) => void): (event: KeyboardEvent) => void {
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
      announce(by === 1 ? say('No older prompts.') : say('No newer prompts.'))
      return
    }
    onChange(next)
    announce(
      place === 0
        ? say('Your text: {next}', { next })
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
  const outcome = await request('workspace.prompts', { search: '', limit: maxSteps })
  return outcome.ok ? outcome.value.map((entry) => entry.text).filter((older) => older !== text) : []
}
