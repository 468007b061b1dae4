import type { UpdateRules } from '../../shared/update.ts'
import { say } from '../../shared/words/say.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './what-updates-send.module.css'
import { useUpdates } from './use-updates.ts'

/** What leaves this computer for newer versions of Kiln: what, where to, when, and how it is switched off. */
export function WhatUpdatesSend({ rules }: { readonly rules: UpdateRules }) {
  const status = useUpdates()
  if (status === null) return null
  if (status.state.kind === 'off') {
    return <Lines lines={[say('For newer versions of Kiln nothing: this copy does not look for any.')]} />
  }
  const source = status.source ?? say('where this copy was packed to look')
  return (
    <Lines
      lines={[
        rules.looks
          ? say(
              'A question for the list of newer versions, to {source}: a minute after the start, every twelve hours, and when you press Look now.',
              { source }
            )
          : say('A question for the list of newer versions, to {source}, only when you press Look now.', { source }),
        rules.asks
          ? say('The wish for a newer version itself, to {source} or where that leads, once you press Download.', { source })
          : say('The wish for a newer version itself, to {source} or where that leads, as soon as one is found.', { source }),
        say(
          'Both name the kind of your system and whether you want early versions, the second the version that you have, too: no key, no account, no number of this computer, nothing that you make. Both are switched off under Updates.'
        )
      ]}
    />
  )
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ul className={styles.lines} aria-label={say('For newer versions')}>
      {lines.map((line) => (
        <li key={line}>
          <Icon name="arrow-right" size="s" />
          <span>{line}</span>
        </li>
      ))}
    </ul>
  )
}
