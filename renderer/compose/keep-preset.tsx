import type { FormEvent } from 'react'
import { useState } from 'react'
import { say } from '../../shared/words/say.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './presets-popover.module.css'
import type { KeepOutcome } from './use-presets.ts'

const mostNameCharacters = 120

/** Keeps the present values under a name; asks before it puts them in the place of others. */
export function KeepPreset({ onKeep }: { readonly onKeep: (name: string, replaces: boolean) => Promise<KeepOutcome> }) {
  const [name, setName] = useState('')
  /** The name that was found taken. */
  const [taken, setTaken] = useState<string | null>(null)
  const wanted = name.trim()
  const isTaken = taken !== null && taken === wanted

  async function keep(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (wanted === '') return
    const outcome = await onKeep(wanted, isTaken)
    if (outcome === 'kept') setName('')
    setTaken(outcome === 'taken' ? wanted : null)
  }
  return (
    <form onSubmit={(event) => void keep(event)}>
      <div className={styles.keep}>
        <TextField
          aria-label={say('Name for the present values')}
          placeholder={say('Name for the present values')}
          aria-describedby={isTaken ? 'preset-taken' : undefined}
          maxLength={mostNameCharacters}
          boxClassName="grow"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button submits notReady={wanted === ''}>
          {isTaken ? say('Replace') : say('Keep')}
        </Button>
      </div>
      {isTaken && (
        <p id="preset-taken" role="status" className={styles.question}>
          {say('There is a preset of this name. Replace its values with the present ones, or choose another name.')}
        </p>
      )}
    </form>
  )
}
