import type { FormEvent } from 'react'
import { useState } from 'react'
import { defaultNetworkRules, networkProblem, type NetworkRules, type NetworkWay, proxyKinds } from '../../shared/network.ts'
import { say } from '../../shared/words/say.ts'
import { useAccount } from '../bridge/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Segments } from '../ui/segments.tsx'
import { Select } from '../ui/select.tsx'
import { TextArea, TextField } from '../ui/text-field.tsx'
import styles from './network-choices.module.css'
import { ScriptState } from './script-state.tsx'
import { useChangeSettings } from './use-change-settings.ts'

/** How Kiln reaches the network. What needs no more words holds at once; a proxy or a script of one's own once it can be followed. */
export function NetworkChoices({ rules }: { readonly rules: NetworkRules }) {
  const change = useChangeSettings()
  const announce = useAnnounce()
  /** A script that answers again, or no more, changes what stands in the way. */
  const obstacle = useAccount()?.obstacle ?? null
  const [typed, setTyped] = useState<NetworkRules | null>(null)
  const [isJudged, setIsJudged] = useState(false)
  const shown = typed ?? rules
  const problem = networkProblem(shown)
  const wrong = (field: NonNullable<typeof problem>['field']) => isJudged && problem?.field === field && problem.message

  const options: readonly { readonly value: NetworkWay; readonly label: string }[] = [
    { value: 'system', label: say('As the system') },
    { value: 'direct', label: say('No proxy') },
    { value: 'manual', label: say('This proxy') },
    { value: 'pac', label: say('A script') }
  ]

  function takeBack() {
    setTyped(null)
    setIsJudged(false)
  }
  async function keep(next: NetworkRules) {
    if (await change({ network: next })) {
      takeBack()
      announce(say('The way to the network is kept'))
    }
  }
  function choose(way: NetworkWay) {
    const next = { ...shown, way }
    setIsJudged(false)
    if (way === 'system' || way === 'direct') void keep({ ...rules, way })
    else setTyped(next)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    setIsJudged(true)
    if (problem === null) void keep(shown)
  }
  const edit = (different: Partial<NetworkRules>) => setTyped({ ...shown, ...different })

  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <Segments label={say('Way to the network')} options={options} value={shown.way} onChange={choose} />
      {shown.way === 'manual' && (
        <>
          <div className={styles.proxy}>
            <Field label={say('Kind')}>
              {(control) => (
                <Select
                  {...control}
                  wide
                  options={proxyKinds.map((kind) => ({ value: kind, label: kind.toUpperCase() }))}
                  value={shown.proxy.kind}
                  onChange={(kind) => edit({ proxy: { ...shown.proxy, kind } })}
                />
              )}
            </Field>
            <Field label={say('Proxy')} error={wrong('host')}>
              {(control) => (
                <TextField
                  {...control}
                  dir="ltr"
                  className="id"
                  placeholder={say('proxy.example')}
                  value={shown.proxy.host}
                  onChange={(event) => edit({ proxy: { ...shown.proxy, host: event.target.value.trim() } })}
                />
              )}
            </Field>
            <Field label={say('Port')} error={wrong('port')}>
              {(control) => (
                <TextField
                  {...control}
                  className="num"
                  inputMode="numeric"
                  placeholder="8080"
                  value={shown.proxy.port ?? ''}
                  onChange={(event) => edit({ proxy: { ...shown.proxy, port: portOf(event.target.value) } })}
                />
              )}
            </Field>
          </div>
          <Field
            label={say('Reached without it')}
            help={say('Names and endings of names, between commas or on lines of their own. This computer itself always is.')}
            error={wrong('exceptions')}
          >
            {(control) => (
              <TextArea
                {...control}
                rows={2}
                dir="ltr"
                className="id"
                placeholder={say('.example.com, 10.0.0.1')}
                value={shown.exceptions}
                onChange={(event) => edit({ exceptions: event.target.value })}
              />
            )}
          </Field>
          <p className="small ink-3">{say('If the proxy wants a name and a password, Kiln asks for them once it is met.')}</p>
        </>
      )}
      {shown.way === 'pac' && (
        <Field
          label={say('Address of the script')}
          help={say(
            'A file that says for each address which proxy leads there (PAC). Where it does not answer or can’t be followed, nothing is sent: Kiln does not go straight instead.'
          )}
          error={wrong('pacUrl')}
        >
          {(control) => (
            <TextField
              {...control}
              type="url"
              dir="ltr"
              className="id"
              placeholder={say('http://wpad.example/proxy.pac')}
              value={shown.pacUrl}
              onChange={(event) => edit({ pacUrl: event.target.value.trim() })}
            />
          )}
        </Field>
      )}
      {rules.way === 'pac' && typed === null && <ScriptState key={`${rules.pacUrl} ${obstacle}`} />}
      {(shown.way === 'manual' || shown.way === 'pac') && (
        <div className={styles.actions}>
          <Button submits notReady={typed === null}>
            {shown.way === 'manual' ? say('Use this proxy') : say('Use this script')}
          </Button>
          {typed !== null && (
            <Button look="quiet" onClick={takeBack}>
              {say('As it was')}
            </Button>
          )}
          {typed === null && rules.way !== defaultNetworkRules.way && (
            <Button look="quiet" onClick={() => void keep({ ...rules, way: 'system' })}>
              {say('As the system')}
            </Button>
          )}
        </div>
      )}
    </form>
  )
}

/** Null: none was entered. What is no number is none that a port can be. */
function portOf(text: string): number | null {
  const digits = text.replaceAll(/\D/g, '').slice(0, 6)
  return digits === '' ? null : Number(digits)
}
