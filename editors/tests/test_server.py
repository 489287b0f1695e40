"""Drives `isatope lsp` with a client that knows the types of the protocol."""

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from client import ISATOPE, sources

URI = "file:///tmp/kernel.gcn"


@pytest_lsp.fixture(
    params=["visual-studio-code", "neovim", "emacs"],
    config=ClientServerConfig(server_command=[ISATOPE, "lsp"]),
)
async def client(request, lsp_client: LanguageClient):
    """A client with the capabilities of an editor."""
    options = {"target": "gfx900", "dialect": "llvm"}
    params = lsp.InitializeParams(capabilities=client_capabilities(request.param), initialization_options=options)

    # An editor that watches files answers the server's request to do so; the client of pytest-lsp has no answer.
    @lsp_client.feature(lsp.CLIENT_REGISTER_CAPABILITY)
    def register(params: lsp.RegistrationParams) -> None:
        assert [r.method for r in params.registrations] == [lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES]

    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


async def opened(client: LanguageClient, text: str, uri: str = URI, language: str = "gcn-asm") -> list[lsp.Diagnostic]:
    document = lsp.TextDocumentItem(uri=uri, language_id=language, version=1, text=text)
    client.diagnostics.pop(uri, None)
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(text_document=document))
    # Those of a document that was closed may come before.
    while uri not in client.diagnostics:
        await client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    return list(client.diagnostics[uri])


def place(line: int, character: int) -> dict:
    return {
        "text_document": lsp.TextDocumentIdentifier(uri=URI),
        "position": lsp.Position(line=line, character=character),
    }


@pytest.mark.asyncio
async def test_diagnostics_have_a_fix(client: LanguageClient):
    found = await opened(client, "v_bfe_u23 v0, v1, v2, v3\n")
    assert [(d.code, d.range.start.character, d.range.end.character) for d in found] == [("E0103", 0, 9)]
    params = lsp.CodeActionParams(
        text_document=lsp.TextDocumentIdentifier(uri=URI),
        range=found[0].range,
        context=lsp.CodeActionContext(diagnostics=found),
    )
    actions = await client.text_document_code_action_async(params)
    assert any("v_bfe_u32" in action.title for action in actions)


@pytest.mark.asyncio
async def test_features_answer_with_valid_types(client: LanguageClient):
    text = "k: s_mov_b32 s0, 1.0\nv_bfe_u32 v0, v1, 8, 4\ns_branch k\n"
    assert await opened(client, text) == []
    hover = await client.text_document_hover_async(lsp.HoverParams(**place(1, 3)))
    assert "d1c80000 02111101" in hover.contents.value
    completion = await client.text_document_completion_async(lsp.CompletionParams(**place(1, 8)))
    assert any(item.label == "v_bfe_u32" for item in completion.items)
    definition = await client.text_document_definition_async(lsp.DefinitionParams(**place(2, 9)))
    assert definition.range.start == lsp.Position(line=0, character=0)
    edit = await client.text_document_rename_async(lsp.RenameParams(new_name="again", **place(2, 9)))
    assert len(edit.changes[URI]) == 2
    document = lsp.TextDocumentIdentifier(uri=URI)
    symbols = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(text_document=document))
    assert [symbol.name for symbol in symbols] == ["k"]
    tokens = await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(text_document=document))
    assert len(tokens.data) % 5 == 0 and tokens.data
    signature = await client.text_document_signature_help_async(lsp.SignatureHelpParams(**place(1, 17)))
    assert signature.active_parameter == 2
    options = lsp.FormattingOptions(tab_size=4, insert_spaces=True)
    edits = await client.text_document_formatting_async(
        lsp.DocumentFormattingParams(text_document=document, options=options)
    )
    assert "    v_bfe_u32       v0, v1, 8, 4\n" in edits[0].new_text


@pytest.mark.asyncio
async def test_every_source_is_answered(client: LanguageClient):
    options = lsp.FormattingOptions(tab_size=4, insert_spaces=True)
    for path, language in sources():
        uri, text = path.as_uri(), path.read_text()
        found = await opened(client, text, uri, language)
        if path.parts[-2] in ("examples", "valhall"):
            assert [d for d in found if d.severity == lsp.DiagnosticSeverity.Error] == [], path
        document = lsp.TextDocumentIdentifier(uri=uri)
        await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(text_document=document))
        await client.text_document_folding_range_async(lsp.FoldingRangeParams(text_document=document))
        await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(text_document=document))
        await client.text_document_formatting_async(lsp.DocumentFormattingParams(text_document=document, options=options))
        for line in range(0, text.count("\n"), text.count("\n") // 4 + 1):
            at = {"text_document": document, "position": lsp.Position(line=line, character=6)}
            await client.text_document_hover_async(lsp.HoverParams(**at))
            await client.text_document_completion_async(lsp.CompletionParams(**at))
            await client.text_document_signature_help_async(lsp.SignatureHelpParams(**at))
        client.text_document_did_close(lsp.DidCloseTextDocumentParams(text_document=document))
    assert client.messages == [] and client.log_messages == []
