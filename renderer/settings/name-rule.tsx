import type { FormEvent } from 'react'
import { useRef, useState } from 'react'
import { defaultNameRule, nameRuleProblem, nameTokens, resultName } from '../../shared/result-name.ts'
import type { NameToken } from '../../shared/result-name.ts'
import { say, word } from '../../shared/words/say.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './name-rule.module.css'
import { useChangeSettings } from './use-change-settings.ts'

const tokenWords: { readonly [Token in NameToken]: string } = {
  date: word('the day'),
  year: word('the year'),
  month: word('the month'),
  time: word('the time of day'),
  capability: word('what it was made with'),
  words: word('the first words of the prompt'),
  index: word('which of several it is')
}

/** The rule that files are named by, with a name that it makes. What can't be a rule is not kept. */
export function NameRule({ rule }: { readonly rule: string }) {
  const change = useChangeSettings()
  const announce = useAnnounce()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [at] = useState(() => Date.now())
  const shown = typed ?? rule
  const problem = nameRuleProblem(shown)
  const isChanged = shown !== rule

  async function keep(next: string) {
    if (await change({ nameRule: next })) {
      setTyped(null)
      announce(say('The rule is kept'))
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (problem === null && isChanged) void keep(shown)
  }
  /** Where the caret is, or in the place of what is marked. */
  function insert(token: NameToken) {
    const field = input.current
    if (field === null) return
    const [start, end] = [field.selectionStart ?? shown.length, field.selectionEnd ?? shown.length]
    const sign = `{${token}}`
    setTyped(shown.slice(0, start) + sign + shown.slice(end))
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(start + sign.length, start + sign.length)
    })
  }

  return (
    <form onSubmit={submit}>
      <Field label={say('Rule')} error={problem}>
        {(control) => (
          <TextField
            {...control}
            ref={input}
            dir="ltr"
            className="id"
            value={shown}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape' || !isChanged) return
              event.stopPropagation()
              setTyped(null)
            }}
          />
        )}
      </Field>
      <div role="group" aria-label={say('Put into the rule')} className={styles.tokens}>
        {nameTokens.map((token) => (
          <Button
            key={token}
            size="small"
            look="quiet"
            title={say('Put in {what}', { what: say(tokenWords[token]) })}
            aria-label={say('Put in {what}: {token}', { what: say(tokenWords[token]), token: `{${token}}` })}
            dir="ltr"
            className="id"
            onClick={() => insert(token)}
          >
            {`{${token}}`}
          </Button>
        ))}
      </div>
      {problem === null && (
        <output aria-label={say('A name by this rule')} className={styles.example}>
          <Icon name="file" size="s" />
          <bdi dir="ltr">{exampleOf(shown, at)}</bdi>
        </output>
      )}
      <div className={styles.actions}>
        <Button submits notReady={problem !== null || !isChanged}>
          {say('Keep this rule')}
        </Button>
        {isChanged && (
          <Button look="quiet" onClick={() => setTyped(null)}>
            {say('As it was')}
          </Button>
        )}
        {!isChanged && rule !== defaultNameRule && (
          <Button look="quiet" onClick={() => void keep(defaultNameRule)}>
            {say('Kiln’s own rule')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** The second of four pictures of this moment. */
function exampleOf(rule: string, at: number): string {
  return `${resultName({ capability: 'image-generator', title: say('A red fox in the snow'), index: 1, count: 4, at }, rule)}.png`
}
