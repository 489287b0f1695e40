import { Host, type Request } from "./host";

const host = new Host();

addEventListener("message", async (event: MessageEvent<{ id: number; request: Request }>) => {
  const { id, request } = event.data;
  postMessage({ id, answer: await host.answer(request) });
});
