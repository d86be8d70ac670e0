% -- polhode search: the results, as a text of the language in which all but the
% -- tableau is comment.
% local r, format = report, string.format
% local best = r.optima[1]
%
% local function counted(n, word)
%   return n .. " " .. word .. (n == 1 and "" or "s")
% end
%
% local function found_by(o)
%   return format("%.10g%s, found by %d of %s", o.value, o.value >= r.largest and o == best and " or more" or "", o.starts, counted(r.done, "start"))
% end
%
# polhode search {{r.asked}}
%?r.with?# with{{r.with}}
# tableau {{r.tableau}}, {{counted(r.frees, "free symbol")}}, {{counted(r.conditions, "condition")}} of order {{r.order}}{{r.order_hat > 0 and " and " .. r.order_hat .. " of bhat" or ""}}, {{r.always}} more hold always
%?r.done < r.starts?# incomplete: {{r.done}} of {{r.starts}} starts
# best {{r.aim}}: {{r.exact and r.exact .. " = " or ""}}{{found_by(best)}}
# proven: order {{r.proven}}{{r.at_least and " or more" or ""}}{{r.order_hat > 0 and ", bhat " .. r.order_hat .. " or more" or ""}}{{r.stability and ", " .. r.stability or ""}}
%?r.loose?# no condition and no aim fixes {{r.loose}} there: other values do as well
%?r.miss?# there |R| <= 1 + {{format("%.0e", r.miss)}}; |R| <= 1 {{r["end"] < 1/0 and format("up to %.10g", r["end"]) or "all the way"}}
% for _, f in ipairs(r.failed) do
# {{counted(f.starts, "start")}} {{f.did}}{{f.value and format(", where the aim is %.10g", f.value) or ""}}
% end
%?r.unproven > 0?# {{counted(r.unproven, "start")}} led to a tableau that is not proven to be {{r.demanded}}

{{r.block}}
% if #r.optima > 1 then

# other optima:
% end
% for i = 2, #r.optima do
# {{found_by(r.optima[i])}}: {{r.optima[i].point}}
% end
%?r.more > 0?# and {{r.more}} more
