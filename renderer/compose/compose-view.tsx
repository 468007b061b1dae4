import { useEffect, useLayoutEffect } from 'react'
import type { Capability } from '../../shared/capability.ts'
import type { Field, MediaField } from '../../shared/fields.ts'
import { controllerOf, isEmptyValue, isInnerName, outerName, outputCount } from '../../shared/fields.ts'
import { pressedShortcut } from '../../shared/pressed-shortcut.ts'
import type { Problem } from '../../shared/problem.ts'
import type { Values } from '../../shared/values.ts'
import { sentences } from '../../shared/words/join.ts'
import { say } from '../../shared/words/say.ts'
import { request } from '../bridge/kiln.ts'
import { loadCapabilities } from '../bridge/session.ts'
import { useAccount, useCapabilities, useCapability, useSettings } from '../bridge/use-session.ts'
import { isOneLine } from '../fields/choice-looks.ts'
import { fieldElementId, firstMessage, problemsWithin } from '../fields/field-input-props.ts'
import { FieldInput } from '../fields/field-input.tsx'
import { FormServicesProvider } from '../fields/form-services.ts'
import { mediaValues } from '../fields/media-list.ts'
import { showField } from '../fields/show-field.ts'
import { useFieldNews } from '../fields/use-field-news.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { creditWords } from '../ui/figures.ts'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { Segments } from '../ui/segments.tsx'
import { useFailureToast, useToast } from '../ui/toasts.tsx'
import { Inspector, View } from '../ui/view.tsx'
import { BatchButton } from './batch/batch-button.tsx'
import { ComposeFoot } from './compose-foot.tsx'
import { emptyForm, isEmptyForm } from './compose-form.ts'
import styles from './compose-view.module.css'
import type { ComposeViewProps } from './compose-view-props.ts'
import { formLayout } from './form-layout.ts'
import { followContract, useDrafts, useFillings, useGoneFiles, useKeepingTrouble } from './forms-store.ts'
import { goWords, wayOutOf } from './go-words.ts'
import { LeftValues } from './left-values.tsx'
import { MadeWithForm } from './made-with-form.tsx'
import { mendedWords } from './mended-words.ts'
import { PresetsPopover } from './presets-popover.tsx'
import { PromptPanel } from './prompt-panel.tsx'
import { useComposeForm } from './use-compose-form.ts'
import { useFormOpening } from './use-form-opening.ts'

/** The form of one capability. */
export function ComposeView(props: ComposeViewProps) {
  const capabilities = useCapabilities()
  const capability = useCapability(props.capabilityId)
  const isOpened = useFormOpening(capability, props.prefill)
  if (capabilities.state === 'failed') {
    return (
      <View label={say('Form')} bar={<h1>{say('Form')}</h1>}>
        <EmptyState
          isCold
          title={say('The contract could not be read')}
          actions={<Button onClick={() => void loadCapabilities()}>{say('Try again')}</Button>}
        >
          {capabilities.message}
        </EmptyState>
      </View>
    )
  }
  if (capabilities.state === 'ready' && capability === null) {
    return (
      <View label={say('Form')} bar={<h1>{say('Form')}</h1>}>
        <EmptyState
          icon="question"
          title={say('The service does not have this any more')}
          actions={<Button onClick={props.onLeave}>{say('Back to the gallery')}</Button>}
        >
          {say(
            '“{capabilityId}” is not in its present contract. What was made with it stays, and so does what you typed, should it come back.',
            { capabilityId: props.capabilityId }
          )}
        </EmptyState>
      </View>
    )
  }
  if (capability === null || !isOpened) return <ComposeSkeleton title={capability?.title ?? say('Form')} />
  return <FilledForm key={capability.id} {...props} capability={capability} />
}

function FilledForm({
  capability,
  onOpenResult,
  onOpenTask,
  onOpenAccount,
  onReplaceKey
}: ComposeViewProps & { readonly capability: Capability }) {
  useFollowedContract(capability)
  useTroubleWithKeeping()
  const state = useComposeForm(capability)
  const fillings = useFillings(capability.id)
  const drafts = useDrafts()
  const gone = useGoneFiles()
  const account = useAccount()
  const announce = useAnnounce()
  const toast = useToast()
  const { fields, form, mode, modes, problems, services, setValue, values } = state
  const layout = formLayout(fields, (name) => controllerOf(capability.inputSchema, name))
  const isHeldByKey = account?.hold === 'key'
  useFieldNews(fields, mode?.id ?? '')

  // Ctrl+Enter from anywhere in the form; a key that is held down sends once.
  useEffect(() => {
    function keyDown(event: KeyboardEvent): void {
      if (pressedShortcut('form', event) !== 'send' || event.repeat || document.querySelector('[role=dialog]')) return
      event.preventDefault()
      if (problems.length > 0) notReady()
      else state.send()
    }
    window.addEventListener('keydown', keyDown)
    return () => window.removeEventListener('keydown', keyDown)
  })

  function problemsOf(field: Field): readonly Problem[] {
    if (isEmptyValue(values[field.name]) && !state.wasTried) return []
    return problems.filter(
      (problem) => problemsWithin(field.name, [problem]).length > 0 || (field.kind === 'media' && problem.field === field.alsoNamed)
    )
  }
  function lead(problem: Problem): void {
    const field = fieldOfProblem(problem)
    if (field === undefined) return
    if (problem.field !== null && isInnerName(problem.field)) return showField(problem.field, problem.index)
    if (field.kind === 'media' && wayOutOf(problem, fields, values)?.does === 'browse') {
      return services.browse(field, problem.index ?? (field.isMany ? null : 0))
    }
    showField(field.name, problem.index)
  }
  function fieldOfProblem(problem: Problem): Field | undefined {
    return fields.find(({ name }) => problem.field !== null && name === outerName(problem.field))
  }
  function notReady(): void {
    state.setTried()
    announce(sentences(...problems.map((problem) => problem.message)))
    const [first] = problems
    if (first && first.field !== null && fieldOfProblem(first)) showField(first.field, first.index)
  }
  function startAnew(): void {
    const before = state.replace(emptyForm)
    if (!isEmptyForm(before))
      toast({
        title: say('Started anew'),
        icon: 'undo',
        action: { label: say('Undo'), onSelect: () => void state.replace(before), undoes: true }
      })
  }
  function takePrompt(name: string, text: string): void {
    const before = form.values[name]
    setValue(name, text)
    if (!isEmptyValue(before) && before !== text)
      toast({
        title: say('Prompt taken from the history'),
        icon: 'history',
        action: { label: say('Undo'), onSelect: () => setValue(name, before), undoes: true }
      })
    document.getElementById(fieldElementId(name))?.focus()
  }
  const inputOf = (field: Field) => (
    <FieldInput
      // These keep a text of their own while it is typed, which another form must not inherit.
      key={field.kind === 'json' || field.kind === 'group' || field.kind === 'list' ? `${field.name} ${fillings}` : field.name}
      field={field}
      value={form.values[field.name]}
      problems={problemsOf(field)}
      aside={asideOf(field, capability)}
      onChange={(value) => setValue(field.name, value)}
    />
  )

  return (
    <FormServicesProvider value={services}>
      <View
        label={capability.title}
        bar={
          <>
            <h1 dir="auto" className={classNames('cut', styles.title)}>
              {capability.title}
            </h1>
            {modes.length > 0 && (
              <Segments
                label={say('Mode')}
                options={modes.map(({ id, label }) => ({ value: id, label }))}
                value={mode?.id ?? null}
                onChange={state.setMode}
              />
            )}
            <span className="grow" />
            <BatchButton capability={capability} values={values} onOpenTask={onOpenTask} onOpenAccount={onOpenAccount} />
            <PresetsPopover capability={capability} replace={state.replace} />
            <FavouriteButton capabilityId={capability.id} />
          </>
        }
        inspector={
          <Inspector
            label={say('Settings')}
            bar={
              <>
                <span className="strong grow">{say('Settings')}</span>
                <IconButton label={say('Start anew')} icon="undo" onClick={startAnew} tooltipSide="bottom" />
              </>
            }
            foot={
              <ComposeFoot
                capability={capability}
                words={goWords(capability, outputCount(fields, values))}
                estimate={state.estimate}
                problems={problems}
                wayOutOf={(problem) => wayOutOf(problem, fields, values)}
                onWayOut={lead}
                refusal={state.refusal}
                sending={state.sending}
                account={account}
                onSend={state.send}
                onOpenTask={onOpenTask}
                onOpenAccount={onOpenAccount}
                onNotReady={notReady}
              />
            }
          >
            <SettingsOfForm settings={layout.settings} rare={layout.rare} purpose={capability.purpose} inputOf={inputOf} />
            {isHeldByKey && (
              <Button look="quiet" size="small" icon="key" onClick={onReplaceKey}>
                {say('Replace the key')}
              </Button>
            )}
          </Inspector>
        }
      >
        <ScrollArea label={say('{title}: form', { title: capability.title })} className={styles.body}>
          <LeftValues
            left={form.left}
            fileNameOf={(token) => drafts[token]?.facts.name ?? gone[token] ?? null}
            onDismiss={(left) => {
              state.dismiss(left)
              toast({
                title: say('“{label}” let go', { label: left.label }),
                action: { label: say('Undo'), onSelect: () => state.takeBack(left), undoes: true }
              })
            }}
          />
          {layout.media.length > 0 && (
            <div className={classNames(styles.part, styles.wells)}>
              {layout.media.map((field) => (
                <div key={field.name} className={field.isMany ? styles.whole : undefined}>
                  {inputOf(field)}
                </div>
              ))}
            </div>
          )}
          {layout.prompt !== null && (
            <div className={styles.part}>
              <PromptPanel
                prompt={layout.prompt}
                output={capability.output}
                leaveOut={layout.leaveOut}
                values={form.values}
                onChange={setValue}
                pictures={picturesOf(layout.media, form.values, services.mediaOf)}
                promptProblem={firstMessage(problemsOf(layout.prompt))}
                leaveOutProblem={layout.leaveOut === null ? null : firstMessage(problemsOf(layout.leaveOut))}
                onPromptTaken={(text) => takePrompt(layout.prompt?.name ?? '', text)}
              />
            </div>
          )}
          {layout.long.map((field) => (
            <div key={field.name} className={styles.part}>
              {inputOf(field)}
            </div>
          ))}
          <MadeWithForm capabilityId={capability.id} fields={fields} onOpenResult={onOpenResult} onOpenTask={onOpenTask} />
        </ScrollArea>
      </View>
    </FormServicesProvider>
  )
}

function SettingsOfForm({
  settings,
  rare,
  purpose,
  inputOf
}: {
  readonly settings: readonly Field[]
  readonly rare: readonly Field[]
  readonly purpose: string
  readonly inputOf: (field: Field) => React.ReactNode
}) {
  return (
    <>
      {settings.length === 0 && (
        <>
          <p className="ink-2">{purpose}</p>
          {rare.length === 0 && <p className={classNames('small ink-3', styles.moreBody)}>{say('There is nothing else to set.')}</p>}
        </>
      )}
      {settings.map((field) => (
        <div key={field.name} className={isOneLine(field) ? styles.rows : styles.group}>
          {inputOf(field)}
        </div>
      ))}
      {rare.length > 0 && (
        <details className={styles.more}>
          <summary>
            <Icon name="chevron-right" size="s" />
            {say('More')}
          </summary>
          <div className={styles.moreBody}>
            {rare.map((field) => (
              <div key={field.name} className={isOneLine(field) ? styles.rows : styles.group}>
                {inputOf(field)}
              </div>
            ))}
          </div>
        </details>
      )}
    </>
  )
}

function FavouriteButton({ capabilityId }: { readonly capabilityId: string }) {
  const settings = useSettings()
  if (settings === null) return null
  const isFavourite = settings.favourites.includes(capabilityId)
  const favourites = isFavourite ? settings.favourites.filter((id) => id !== capabilityId) : [...settings.favourites, capabilityId]
  return (
    <IconButton
      label={isFavourite ? say('Take from favourites') : say('Put among favourites')}
      icon="star"
      filled={isFavourite}
      tooltipSide="bottom"
      onClick={() => void request('settings.change', { favourites })}
    />
  )
}

function ComposeSkeleton({ title }: { readonly title: string }) {
  return (
    <View
      label={title}
      bar={
        <h1 dir="auto" className="cut">
          {title}
        </h1>
      }
      inspector={
        <Inspector label={say('Settings')} bar={<span className="strong">{say('Settings')}</span>}>
          <div className={styles.skeleton} style={{ height: 176 }} />
        </Inspector>
      }
    >
      <div className={styles.body} aria-busy="true">
        <div className={styles.skeleton} style={{ height: 152 }} />
      </div>
    </View>
  )
}

/** Lets the form follow a contract that changes while it is open, and says what was done. */
function useFollowedContract(capability: Capability): void {
  const toast = useToast()
  useLayoutEffect(() => {
    const followed = followContract(capability)
    if (followed === null) return
    const count = followed.form.left.length
    const leftWords = count === 0 ? '' : say('What is no longer taken stands above the form.')
    toast({
      title: say('The form follows the new contract'),
      words: sentences(mendedWords(followed.mended), leftWords),
      icon: 'info'
    })
  }, [capability, toast])
}

/** Says once when what is typed can't be kept. */
function useTroubleWithKeeping(): void {
  const trouble = useKeepingTrouble()
  const fail = useFailureToast()
  const message = trouble?.message ?? null
  const advice = trouble?.advice ?? null
  useEffect(() => {
    if (message !== null) fail({ ok: false, message, advice })
  }, [message, advice, fail])
}

/** Previews that the prompt's chips show: of the list of images, where there is one. */
function picturesOf(
  media: readonly MediaField[],
  values: Values,
  mediaOf: ReturnType<typeof useComposeForm>['services']['mediaOf']
): readonly (string | null)[] | null {
  const list = media.find((field) => field.isMany && field.medium === 'image')
  if (list === undefined) return null
  return mediaValues(values[list.name]).map((value) => (typeof value === 'string' ? null : (mediaOf(value)?.previewUrl ?? null)))
}

function asideOf(field: Field, { pricing }: Capability): string | null {
  const isPriced = field.kind === 'count' && pricing.kind === 'per-output' && pricing.countField === field.name
  return isPriced ? say('{credits} each', { credits: creditWords(pricing.base) }) : null
}
