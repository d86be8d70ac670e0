% -- No event has happened.
% for i = 0, #page.event - 1 do
    c->guard[{{i}}] = {{page.zero}};
    c->side[{{i}}] = 0;
    c->count[{{i}}] = 0;
% end
    c->chain = 0;
    c->event = -1;
