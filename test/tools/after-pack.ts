import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'
import type { AfterPackContext, LinuxPackager } from 'electron-builder'
import { Arch } from 'electron-builder'

/** Called by electron-builder after packing and before signing. The two halves of a universal app come here too; only the whole is finished. */
export async function afterPack(context: AfterPackContext): Promise<void> {
  await requireSharp(context)
  if (!context.appOutDir.endsWith('-temp')) await setFuses(context)
}

/** npm brings sharp's binary for the processor it runs on only: a package without its own would start and draw nothing. */
async function requireSharp({ appOutDir, electronPlatformName: platform, arch, packager }: AfterPackContext): Promise<void> {
  const architectures = arch === Arch.universal ? ['x64', 'arm64'] : [Arch[arch]]
  for (const architecture of architectures) {
    const name = `@img/sharp-${platform}-${architecture}`
    const unpacked = join(packager.getResourcesDir(appOutDir), 'app.asar.unpacked', 'node_modules', name, 'package.json')
    await access(unpacked).catch(() => {
      throw new Error(`The package for ${architecture} has no ${name}: run \`npm run foreign-sharp\` before packing for another processor.`)
    })
  }
}

/**
 * Closes the doors that Electron leaves open for development. Not electron-builder's `electronFuses`: that list lacks the newest fuse, and
 * `strictlyRequireAllFuses` is to fail when another one appears.
 */
async function setFuses({ electronPlatformName: platform, packager, appOutDir }: AfterPackContext): Promise<void> {
  const product = packager.appInfo.productFilename
  const linuxName = (packager as LinuxPackager).executableName
  const binary = platform === 'darwin' ? `${product}.app` : platform === 'win32' ? `${product}.exe` : linuxName
  await flipFuses(join(appOutDir, binary), {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    // Changing the binary breaks its signature; on Apple silicon an unsigned build needs at least a signature of its own.
    resetAdHocDarwinSignature: platform === 'darwin' && !isSigned(process.env),
    [FuseV1Options.RunAsNode]: false,
    // Kiln holds no cookies.
    [FuseV1Options.EnableCookieEncryption]: false,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: false,
    // macOS and Windows; Linux has no such check.
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
    [FuseV1Options.OnlyLoadAppFromAsar]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
    [FuseV1Options.WasmTrapHandlers]: true
  })
}

/** By a certificate in the environment, or one of the keychain that is named there. */
function isSigned({ CSC_LINK, CSC_NAME }: NodeJS.ProcessEnv): boolean {
  return Boolean(CSC_LINK) || Boolean(CSC_NAME)
}
