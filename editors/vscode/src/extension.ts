// Starts `isatope lsp` and `isatope dap`. Everything that is known about assembly is known by them.

import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";

interface Listing {
  text: string;
  languageId: string;
  images: { number: number; name: string }[];
}

let client: LanguageClient | undefined;

function command(): string {
  return vscode.workspace.getConfiguration("isatope").get<string>("path") || "isatope";
}

async function start(): Promise<void> {
  const server: ServerOptions = { command: command(), args: ["lsp"] };
  const options: LanguageClientOptions = {
    documentSelector: [{ language: "gcn-asm" }, { language: "valhall-asm" }],
    initializationOptions: { ...vscode.workspace.getConfiguration("isatope"), explainCommand: true },
    synchronize: { configurationSection: "isatope" },
  };
  client = new LanguageClient("isatope", "Isatope", server, options);
  await client.start();
}

async function show(text: string, language: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ content: text, language });
  await vscode.window.showTextDocument(document);
}

async function openCodeObject(uri?: vscode.Uri): Promise<void> {
  const file = uri ?? (await vscode.window.showOpenDialog({ canSelectMany: false }))?.[0];
  if (!file) {
    return;
  }
  if (!client) {
    await start();
  }
  let listing = await client!.sendRequest<Listing>("isatope/listing", { file: file.fsPath });
  if (listing.images.length > 0) {
    const items = listing.images.map((image) => ({ label: `${image.number}`, description: image.name, image: image.number }));
    const chosen = await vscode.window.showQuickPick(items, { title: "Code object" });
    if (!chosen) {
      return;
    }
    listing = await client!.sendRequest<Listing>("isatope/listing", { file: file.fsPath, image: chosen.image });
  }
  await show(listing.text, listing.languageId);
}

async function explain(uri: string, position: { line: number; character: number }): Promise<void> {
  const params = { textDocument: { uri }, position };
  const answer = await client?.sendRequest<{ markdown: string } | null>("isatope/explain", params);
  if (answer) {
    const document = await vscode.workspace.openTextDocument({ content: answer.markdown, language: "markdown" });
    await vscode.commands.executeCommand("markdown.showPreview", document.uri);
  }
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const reported =
    <A extends unknown[]>(run: (...args: A) => Promise<void>) =>
    (...args: A) =>
      run(...args).catch((error: unknown) => vscode.window.showErrorMessage(`Isatope: ${error}`));
  context.subscriptions.push(
    vscode.commands.registerCommand("isatope.openCodeObject", reported(openCodeObject)),
    vscode.commands.registerCommand("isatope.explain", reported(explain)),
    vscode.commands.registerCommand("isatope.restart", reported(async () => {
      await client?.stop();
      await start();
    })),
    vscode.debug.registerDebugAdapterDescriptorFactory("isatope", {
      createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable(command(), ["dap"]),
    }),
  );
  await reported(start)();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
