// Talking to the service. Errors carry what the service said, which says what to do.

const TOKEN = "tamis-token";

export async function ask(path, body) {
  for (;;) {
    const headers = { Accept: "application/json" };
    const token = sessionStorage.getItem(TOKEN);
    if (token) headers.Authorization = `Bearer ${token}`;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const response = await fetch(path, {
      method: body === undefined ? "GET" : "POST",
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    }).catch(() => { throw new Error("The service does not answer. Is it still running?"); });
    if (response.status === 401) {
      const given = window.prompt("This service wants a token:");
      if (!given) throw new Error("Without its token the service does not answer.");
      sessionStorage.setItem(TOKEN, given.trim());
      continue;
    }
    const answer = await response.json().catch(() => ({}));
    if (!response.ok) throw new Error(answer.detail ?? `The service answered ${response.status}.`);
    return answer;
  }
}
