type UpdateSource =
  | { readonly provider: 'generic'; readonly url: string }
  | { readonly provider: 'github'; readonly owner: string; readonly repo: string; readonly releaseType: 'draft' }

/**
 * Returns the packaged app's update source from the environment. Null if the app doesn't check for updates. `KILN_UPDATE_URL` is a folder
 * on a web server that contains the packages and their `latest*.yml`. `KILN_UPDATE_REPOSITORY` (`owner/name`) is for releases on GitHub.
 * @throws Error if one of them is set to an unusable value, or if both are set.
 */
export function parseUpdateSource(environment: NodeJS.ProcessEnv): UpdateSource | null {
  const { KILN_UPDATE_URL: url = '', KILN_UPDATE_REPOSITORY: repository = '' } = environment
  if (url !== '' && repository !== '') throw new Error('Set KILN_UPDATE_URL or KILN_UPDATE_REPOSITORY, not both.')
  if (url !== '') {
    const { protocol, hostname } = URL.parse(url) ?? { protocol: '', hostname: '' }
    const isSafe = protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname))
    if (!isSafe) throw new Error('KILN_UPDATE_URL must be an https URL, because updates are programs.')
    return { provider: 'generic', url }
  }
  if (repository === '') return null
  const [, owner, name] = /^([\w.-]+)\/([\w.-]+)$/.exec(repository) ?? []
  if (owner === undefined || name === undefined) throw new Error('KILN_UPDATE_REPOSITORY must have the form owner/name.')
  return { provider: 'github', owner, repo: name, releaseType: 'draft' }
}
