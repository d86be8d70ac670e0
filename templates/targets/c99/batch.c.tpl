% -- In memory: many bodies behind one struct, pol_batch, and the start of bodies with
% -- params other than the spec's.  `scalar`: there are no lanes.
% local scalar = ...
% local b, B, real, program = page.body, page.BODY, page.real, page.begin
% local prefix = b .. "_batch_"
% local tools = { prefix = b .. "_" }
% include("programs.c.tpl", tools)
% local state = target.state(page)
% -- 1 if a case calls functions whose results differ between machines.
% local libm = 0
% for _, name in ipairs { "begin", "check", "advance", "push", "trial", "breaks", "loads", "load_rates", "rotation", "omega", "energy", "watch_values" } do
%   for _, call in ipairs(page[name] and page[name].calls or {}) do
%     if not string.find(" sqrt sqrtf fabs fabsf floor floorf pol_signal pol_signalf ", " " .. call .. " ") then libm = 1 end
%   end
% end
% local places, params, inputs = target.components(state), target.components(page.param), target.components(page.input)

{{target.section("a batch in memory")}}

{{page.batch_type}}

% if not page.start_varies then
/* Sets the start for these params; returns OK or an error code. */
static int {{prefix}}set({{b}} *to, const {{b}}_par *par)
{
    int status = {{B}}_OK;
%   tools.start("to")
    return status;
}

% end
static int {{prefix}}begin(double *v, const double *par)
{
    {{b}} x;
    {{b}}_par p{{page.start_varies and "" or ", own"}};
    int status = {{B}}_OK;
%?not page.start_varies?    bool is_own = true;
    {{b}}_load_par(&p, par);
% local indent = page.start_varies and "" or "    "
% if not page.start_varies then
    {{b}}_defaults(&own);
% -- no branches: a thousand take clang minutes
%   for _, place in ipairs(params) do
    is_own = is_own & (p.{{place}} <= own.{{place}}) & (p.{{place}} >= own.{{place}});
%   end
    {{b}}_start(&x);
    if (!is_own) {
% end
% if page.check then
{{indent}}    status = {{b}}_check(&p);
{{indent}}    if (status != {{B}}_OK) {
{{indent}}        return status;
{{indent}}    }
% end
{{indent}}    status = {{page.start_varies and b .. "_start" or prefix .. "set"}}(&x, &p);
%?not page.start_varies?    }
    if (status == {{B}}_OK && !{{b}}_finite(&x)) {
        status = {{B}}_NOT_FINITE;
    }
    if (status == {{B}}_OK) {
        {{b}}_store(&x, v);
    }
    return status;
}

static int {{prefix}}run(long n, void *const *x, const void *const *par, double h, long steps, unsigned char *status)
{
    {{b}}_many bodies;
    {{b}}_many_par p;
    {{b}}_many_in u;
% for i, place in ipairs(places) do
    bodies.{{place}} = ({{real}} *)x[{{i - 1}}];
% end
% local shared = tools.shared_of(page.param)
    {{b}}_defaults(&p.{{shared}});
% for i, place in ipairs(params) do
    p.{{place}} = par ? (const {{real}} *)par[{{i - 1}}] : NULL;
% end
% tools.unused("par", #params > 0)
% shared = tools.shared_of(page.input)
% for i, place in ipairs(inputs) do
    u.{{place}} = NULL;
    u.{{shared}}.{{place}} = {{page.zero}};
% end
%?#inputs == 0?    u.{{shared}}.unused = {{page.zero}};
    return {{b}}_run_many(n, &bodies, &p, &u, ({{real}})h, steps, status);
}

const pol_batch {{b}}_batch = {
    (int)sizeof({{real}}), {{(scalar or page.trial) and "1" or "(int)" .. B .. "_LANES"}}, {{libm}}, {{prefix}}begin, {{prefix}}run
};
